// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// openFDA's text fields and the LOINC codes of their sections.
///
/// Generated from openFDA's list of sections (github.com/FDA/openfda, commit 2c152208,
/// openfda/spl/data/sections.csv; a work of the US government, CC0 1.0). A field is named like its
/// section, in openFDA's spelling: lower case, `and` for &.
enum OpenFDASections {
  /// Returns the code of a field; `nil` if the list does not contain it.
  static func loinc(of field: String) -> String? { codes[field] }

  private static let codes = list.split(whereSeparator: \.isWhitespace).reduce(
    into: [String: String]()
  ) { codes, entry in
    let parts = entry.split(separator: ":").map(String.init)
    if parts.count == 2 { codes[parts[0]] = parts[1] }
  }

  private static let list = """
    abuse:34086-9 accessories:60555-0 active_ingredient:55106-9 adverse_reactions:34084-4 alarms:69761-5
    animal_pharmacology_and_or_toxicology:34091-9 ask_doctor:50569-3 ask_doctor_or_pharmacist:50568-5
    assembly_or_installation_instructions:60556-8 boxed_warning:34066-1 calibration_instructions:60557-6
    carcinogenesis_and_mutagenesis_and_impairment_of_fertility:34083-6 cellular_therapy:60684-8 cleaning:60558-4
    clinical_pharmacology:34090-1 clinical_studies:34092-7 compatible_accessories:69760-7 components:60559-2
    contraindications:34070-3 controlled_substance:34085-1 dependence:34087-7 description:34089-3
    diagram_of_device:69758-1 disposal_and_waste_handling:69763-1 do_not_use:50570-1
    dosage_and_administration:34068-7 dosage_forms_and_strengths:43678-2 drug_abuse_and_dependence:42227-9
    drug_and_or_laboratory_test_interactions:34074-5 drug_interactions:34073-7 environmental_warning:50742-6
    food_safety_warning:50743-4 general_precautions:34072-9 geriatric_use:34082-8
    guaranteed_analysis_of_feed:50740-0 health_care_provider_letter:71744-7 health_claim:69719-3
    how_supplied:34069-5 inactive_ingredient:51727-6 indications_and_usage:34067-9
    information_for_owners_or_caregivers:50744-2 information_for_patients:34076-0 instructions_for_use:59845-8
    intended_use_of_the_device:60560-0 keep_out_of_reach_of_children:50565-1 labor_and_delivery:34079-4
    laboratory_tests:34075-2 mechanism_of_action:43679-0 microbiology:49489-8 nonclinical_toxicology:43680-8
    nonteratogenic_effects:34078-6 nursing_mothers:34080-2 other_safety_information:60561-8 overdosage:34088-5
    package_label_principal_display_panel:51945-4 patient_medication_information:68498-5 pediatric_use:34081-0
    pharmacodynamics:43681-6 pharmacogenomics:66106-6 pharmacokinetics:43682-4 precautions:42232-9 pregnancy:42228-7
    pregnancy_or_breast_feeding:53414-9 purpose:55105-1 questions:53413-1 recent_major_changes:43683-2
    references:34093-5 residue_warning:53412-3 risks:69759-9 route:60562-6 safe_handling_warning:50741-8
    spl_indexing_data_elements:48779-3 spl_medguide:42231-1 spl_patient_package_insert:42230-3
    spl_product_data_elements:48780-1 spl_unclassified_section:42229-5 statement_of_identity:69718-5
    stop_use:50566-9 storage_and_handling:44425-7 summary_of_safety_and_effectiveness:60563-4
    teratogenic_effects:34077-8 troubleshooting:69762-3 use_in_specific_populations:43684-0
    user_safety_warnings:54433-8 veterinary_indications:50745-9 warnings:34071-1 warnings_and_cautions:43685-7
    when_using:50567-7
    """
}
