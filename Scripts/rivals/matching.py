#!/usr/bin/env python3
"""What common string matching makes of the texts that `rxkit evaluate matching` measures.

Usage: matching.py NAMES.tsv RELATIONS.tsv PAIRS.tsv [NON-DRUGS.tsv] [--rapidfuzz ROWS]

NAMES.tsv       rxcui, name: every name of the index, with a header line
RELATIONS.tsv   rxcui, ingredients (IN codes joined by +), generic (rxcui), with a header line
PAIRS.tsv       text, rxcui (joined by |), in_starter, doubt, ingredients: the recorded pairs
NON-DRUGS.tsv   text: texts that are no drug

Needs scikit-learn, and rapidfuzz for --rapidfuzz. Prints the share of rows whose first answer has
an expected code, the same product, and the same ingredients; and, for each limit of the score, how
many of the texts that are no drug pass and how many of the drugs are kept.
"""

import argparse
import csv
import json
import random
import time



def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def judge(answers, pairs, facts):
    hits = {"concept": 0, "product": 0, "ingredient": 0}
    for code, pair in zip(answers, pairs):
        expected = set(pair["rxcui"].split("|"))
        generics = {facts[c]["generic"] for c in expected if c in facts and facts[c]["generic"]}
        own = facts.get(code, {"generic": "", "ingredients": ""})
        hits["concept"] += code in expected
        hits["product"] += code in expected or own["generic"] in generics | expected
        sets = set(pair["ingredients"].split("|")) - {""}
        hits["ingredient"] += code in expected or own["ingredients"] in sets
    return {level: count / len(pairs) for level, count in hits.items()}


def tfidf(names, texts):
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectorizer = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True)
    index = vectorizer.fit_transform([row["name"].lower() for row in names]).T.tocsc()
    answers, scores = [], []
    for text in texts:
        row = (vectorizer.transform([text.lower()]) @ index).tocsr()
        if row.nnz:
            best = row.data.argmax()
            answers.append(names[row.indices[best]]["rxcui"])
            scores.append(float(row.data[best]))
        else:
            answers.append("")
            scores.append(0.0)
    return answers, scores


def rapid(names, texts):
    from rapidfuzz import fuzz, process

    choices = [row["name"].lower() for row in names]
    answers, scores = [], []
    for text in texts:
        _, score, place = process.extractOne(text.lower(), choices, scorer=fuzz.token_sort_ratio)
        answers.append(names[place]["rxcui"])
        scores.append(score / 100)
    return answers, scores


def report(title, matcher, names, pairs, others, facts, as_json):
    began = time.process_time()
    answers, scores = matcher(names, [pair["text"] for pair in pairs])
    seconds = time.process_time() - began
    elapsed = seconds / max(len(pairs), 1) * 1000
    shares = judge(answers, pairs, facts)
    if as_json:
        passed = None
        if others:
            _, strangers = matcher(names, [row["text"] for row in others])
            # The score that 85 of 100 drugs reach.
            limit = sorted(scores, reverse=True)[int(len(scores) * 0.85) - 1]
            passed = sum(score >= limit for score in strangers) / len(others)
        print(json.dumps({"name": title, "rows": len(pairs), "seconds": seconds,
                          "strangers": passed, **shares}))
        return
    print(title, "\t".join(f"{level} {share:.3f}" for level, share in shares.items()),
          f"{elapsed:.2f} ms a text, index included", sep="\t")
    if others:
        _, strangers = matcher(names, [row["text"] for row in others])
        for limit in (0.4, 0.5, 0.6, 0.7):
            passed = sum(score >= limit for score in strangers) / len(others)
            kept = sum(score >= limit for score in scores) / len(pairs)
            print(title, f"limit {limit}", f"no drugs passed {passed:.3f}", f"drugs kept {kept:.3f}",
                  sep="\t")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names")
    parser.add_argument("relations")
    parser.add_argument("pairs")
    parser.add_argument("others", nargs="?")
    parser.add_argument("--rapidfuzz", type=int, default=0, metavar="ROWS",
                        help="also RapidFuzz, on so many sampled rows")
    parser.add_argument("--json", action="store_true",
                        help="a line of JSON each, with the strangers passed at 85 % of drugs kept")
    options = parser.parse_args()
    names = rows(options.names)
    facts = {row["rxcui"]: row for row in rows(options.relations)}
    pairs = [row for row in rows(options.pairs)
             if row["in_starter"] == "Y" and not row["doubt"].startswith("WRONG")]
    others = rows(options.others) if options.others else []
    report("tf-idf 3-5", tfidf, names, pairs, others, facts, options.json)
    if options.rapidfuzz:
        sample = random.Random(7).sample(pairs, min(options.rapidfuzz, len(pairs)))
        report("rapidfuzz", rapid, names, sample, others[:options.rapidfuzz], facts, options.json)


if __name__ == "__main__":
    main()
