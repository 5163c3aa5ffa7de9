#!/usr/bin/env python3
# This source file is part of the rxkit project.
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the rxkit authors
"""Writes a made folder in the format of OnSIDES 3, as large as is asked for.

    write-onsides-v3.py FOLDER [ROWS] [LABELS]

Terms are phrases of phrases.tsv and made-up words, numbers of terms are made up; products are
those of a list of codes. The same arguments give the same bytes. The release of 2025 has some
7.1 million rows and 51,460 labels.
"""
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
rows = int(sys.argv[2]) if len(sys.argv) > 2 else 7_100_000
labels = int(sys.argv[3]) if len(sys.argv) > 3 else 51_460
root = pathlib.Path(__file__).resolve().parents[4]
phrases = [
    line.split("\t")[0]
    for line in (root / "Data/Mappings/phrases.tsv").read_text().splitlines()[1:]
]
products = ["979480", "198014", "979468", "860975", "314076", "312938", "OMOP991424"]
folder.mkdir(parents=True, exist_ok=True)


def write(name, header, lines):
    with open(folder / name, "w") as file:
        file.write(header + "\n")
        for line in lines:
            file.write(line + "\n")


def numbers(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        yield seed >> 33


terms = phrases + [f"made-up term {n}" for n in range(7200)]
write(
    "vocab_meddra_adverse_effect.csv", "meddra_id,meddra_name,meddra_term_type",
    (f'{90000001 + n},"{term}",PT' for n, term in enumerate(terms)))
sources = ["US", "US", "US", "UK", "EU", "JP"]
write(
    "product_label.csv",
    "label_id,source,source_product_name,source_product_id,source_label_url",
    (f'{n},{sources[n % 6]},"Made, label {n}",'
     f"00000000-0000-4000-8000-{n:012d}.1,https://example.org/label/{n}"
     for n in range(1, labels + 1)))
write(
    "product_to_rxnorm.csv", "label_id,rxnorm_product_id",
    (f"{n},{products[n % len(products)]}" for n in range(1, labels + 1)))
write(
    "vocab_rxnorm_ingredient_to_product.csv", "product_id,ingredient_id",
    ["OMOP991424,52175", "979480,52175"])


def effects():
    random = numbers(11)
    for n in range(1, rows + 1):
        label = 1 + (n - 1) * labels // rows
        section = ("AE", "AE", "AE", "WP", "BW", "NA")[next(random) % 6]
        term = 90000001 + next(random) % len(terms)
        if label % 6 == 5:
            yield f"{label},{n},NA,{term},SM,,"
        else:
            score = next(random) % 9_000_000
            yield (f"{label},{n},{section},{term},PMB,"
                   f"-{next(random) % 9}.{next(random) % 10**15:015d},"
                   f"{score // 1_000_000}.{score % 1_000_000:06d}{next(random) % 10**9:09d}")


write(
    "product_adverse_effect.csv",
    "product_label_id,effect_id,label_section,effect_meddra_id,match_method,pred0,pred1",
    effects())
