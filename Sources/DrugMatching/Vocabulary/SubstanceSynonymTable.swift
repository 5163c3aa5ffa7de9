// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

enum SubstanceSynonymTable {
  static let text = """
    paracetamol|acetaminophen|INN
    """
}
