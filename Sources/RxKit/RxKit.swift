// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// What an app imports: one name for the modules that open a catalog and answer from it.

@_exported public import ConceptCatalog
@_exported public import DrugMatching
@_exported public import FHIRResources
@_exported public import JSONText
@_exported public import MedicationModel
@_exported public import MedicationResolver
@_exported public import SymptomMapping
