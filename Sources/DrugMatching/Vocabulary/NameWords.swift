// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// The small words of drug names, and those that name a salt.

/// Words of names that identify no drug by themselves.
package enum NameWords {
  /// Words that carry no meaning of their own in a drug's name.
  package static let fillers: Set<String> = [
    "/", "and", "with", "of", "the", "for", "-", "+", "as", "per", "in", "a",
  ]

  /// Words that name the salt or hydrate of an ingredient (M59).
  package static let salts: Set<String> = hydrates.union([
    "hydrochloride", "sodium", "potassium", "calcium", "magnesium", "sulfate", "phosphate",
    "diphosphate", "acetate", "citrate", "maleate", "fumarate", "tartrate", "bitartrate",
    "succinate", "mesylate", "besylate", "tosylate", "bromide", "hydrobromide", "chloride",
    "nitrate", "gluconate", "lactate", "malate", "oxalate", "pamoate", "stearate", "propionate",
    "dipropionate", "valerate", "furoate", "disodium", "dipotassium", "medoxomil", "arginine",
    "tromethamine", "meglumine", "benzathine", "hyclate", "salicylate", "carbonate",
    "hemifumarate", "etexilate", "erbumine", "axetil", "proxetil", "pivoxil", "cilexetil",
    "diethanolamine", "diolamine", "choline", "lysine", "bisulfate",
  ])

  /// Words that name a hydrate.
  package static let hydrates: Set<String> = [
    "trihydrate", "monohydrate", "dihydrate", "anhydrous", "hydrate", "hemihydrate",
  ]
}
