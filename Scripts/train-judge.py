# Fits the judge of label mentions (see train-judge): features and annotations in, weights out.

import csv
import json
import sys
from collections import Counter

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

COST = 0.01  # C of the L2 penalty
WARNINGS = 4.0  # weight of a mention in warnings, which are harder to judge
MARGIN = 0.003  # the lowest cut whose score is within this of the best is taken, for recall
ROUNDS = 4  # after each, a positive far below the best of its key gets less weight
KEPT = 2000  # how many weights are kept, the largest first
FOLDS = 10
SHUFFLES = 3
SCALED = ["commas", "words"]
SECTIONS = {
    "adverse": "adverse_reactions",
    "warning": "warnings_and_precautions",
    "boxed": "boxed_warning",
}
# In adverse reactions recall matters more than precision: a low threshold.
CUTS = {"adverse": 0.15, "boxed": None, "warning": None}

examples = [json.loads(line) for line in open(sys.argv[1])]
gold = {
    (row["label_id"], row["section"], row["symptom"])
    for row in csv.DictReader(open(sys.argv[2]))
}

counts = Counter()
for example in examples:
    example["scaled"] = [0.0] * len(SCALED)
    words = []
    for feature in example["features"]:
        name, _, value = feature.partition("=")
        if name in SCALED and value:
            example["scaled"][SCALED.index(name)] = float(value)
        else:
            words.append(feature)
    example["words"] = words
    counts.update(words)
names = sorted(name for name in counts if counts[name] > 1)
places = {name: place for place, name in enumerate(names)}
rows, columns, values = [], [], []
for row, example in enumerate(examples):
    for name in example["words"]:
        if name in places:
            rows.append(row), columns.append(places[name]), values.append(1.0)
    for place, value in enumerate(example["scaled"]):
        rows.append(row), columns.append(len(names) + place), values.append(value)
matrix = csr_matrix((values, (rows, columns)), (len(examples), len(names) + len(SCALED)))
target = np.array([example["isEffect"] for example in examples])
keys = [(e["label"], e["section"], e["symptom"]) for e in examples]
labels = np.array([example["label"] for example in examples])
share = np.where([e["section"] == SECTIONS["adverse"] for e in examples], 1.0, WARNINGS)


def fit(chosen):
    """The weights and the intercept fitted to some of the examples; small weights become 0."""
    weight = np.ones(len(chosen))
    for _ in range(ROUNDS):
        model = LogisticRegression(
            C=COST, class_weight="balanced", solver="liblinear", max_iter=500, random_state=0
        ).fit(matrix[chosen], target[chosen], sample_weight=weight * share[chosen])
        score = model.predict_proba(matrix[chosen])[:, 1]
        best = {}
        for place, example in enumerate(chosen):
            if target[example]:
                best[keys[example]] = max(best.get(keys[example], 0), score[place])
        weight = np.array(
            [
                0.1 if target[e] and score[p] < 0.7 * best[keys[e]] else 1.0
                for p, e in enumerate(chosen)
            ]
        )
    weights = model.coef_[0]
    least = np.sort(np.abs(weights))[-min(KEPT, len(weights))]
    return np.round(np.where(np.abs(weights) >= least, weights, 0), 3), round(
        float(model.intercept_[0]), 3
    )


def logits(weights, intercept, chosen):
    return matrix[chosen] @ weights + intercept


def counted(scores, cuts, sections):
    """Right, wrong and missed (label, section, symptom)."""
    wanted = {SECTIONS[name] for name in sections}
    cut = {SECTIONS[name]: cuts[name] for name in sections}
    found = {
        key for key, score in zip(keys, scores) if key[1] in wanted and score >= cut[key[1]]
    }
    right = {key for key in gold if key[1] in wanted}
    return len(found & right), len(found - right), len(right - found)


def f1(found, wrong, missed):
    return 2 * found / (2 * found + wrong + missed)


identifiers = sorted(set(labels))
scores = []
for shuffle in range(SHUFFLES):
    order = np.random.RandomState(shuffle).permutation(len(identifiers))
    fold = {identifiers[place]: number % FOLDS for number, place in enumerate(order)}
    folds = np.array([fold[label] for label in labels])
    score = np.zeros(len(examples))
    for number in range(FOLDS):
        train, test = np.where(folds != number)[0], np.where(folds == number)[0]
        score[test] = logits(*fit(train), test)
    scores.append(score)

cuts = {}
for name in SECTIONS:
    if CUTS[name] is not None:
        cuts[name] = round(float(np.log(CUTS[name] / (1 - CUTS[name]))), 3)
        continue
    grid = np.arange(-1.8, 0.41, 0.05)
    means = [np.mean([f1(*counted(s, {name: cut}, [name])) for s in scores]) for cut in grid]
    best = next(cut for cut, mean in zip(grid, means) if mean >= max(means) - MARGIN)
    cuts[name] = round(float(best), 3)

weights, intercept = fit(np.arange(len(examples)))
print(f"# {len(examples)} mentions of {len(identifiers)} annotated labels; C = {COST}")
for name, sections in [(name, [name]) for name in SECTIONS] + [("all", list(SECTIONS))]:
    sums = np.array([counted(s, cuts, sections) for s in scores]).sum(axis=0)
    precision, recall = sums[0] / (sums[0] + sums[1]), sums[0] / (sums[0] + sums[2])
    print(
        f"# cross-validation {name}: precision {precision:.3f}, recall {recall:.3f}, "
        f"F1 {f1(*sums):.3f}"
    )
own = counted(logits(weights, intercept, np.arange(len(examples))), cuts, ["warning"])
print("# on the labels it was fitted to, warning: found %d, wrong %d, missed %d" % own)
print("feature\tweight")
print(f"intercept\t{intercept:.3f}")
for name in SECTIONS:
    print(f"threshold:{name}\t{cuts[name]:.3f}")
for name, weight in zip(names + SCALED, weights):
    if weight:
        print(f"{name}\t{weight:.3f}")
