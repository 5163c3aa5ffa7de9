// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The words of each class.
///
/// Plurals of five letters or more and British spellings are the same word (``WordKey``).
enum CueWords {
  static let lists: [(Cue, String)] = [
    (.negation, "no not without never absence neither nor none didn denied lacked devoid"),
    (.turn, "but however although though whereas while except despite nevertheless"),
    (.sign, "symptom sign manifestation symptomatology feature evidence"),
    (
      .instruction,
      """
      monitor advise instruct counsel inform observe watch evaluate consider discontinue stop \
      withhold interrupt report contact call seek alert caution warn consult notify tell assess \
      examine treat manage initiate avoid perform provide weigh educate encourage ask delay \
      exclude suspect reassess hold permanently promptly immediately closely periodically \
      premedicate administer obtain screen look refer check remind follow institute limit restart \
      resume reserve keep monitoring observation surveillance
      """
    ),
    (
      .instructed,
      """
      monitored advised instructed counseled counselled informed observed evaluated considered \
      discontinued stopped withheld interrupted reported contacted sought alerted cautioned warned \
      consulted notified told assessed examined treated managed suspected screened questioned \
      asked followed investigated excluded educated alert aware attributed instituted encouraged \
      used differentiated distinguished reevaluated watched
      """
    ),
    (.obligation, "should must need ought recommended advisable necessary"),
    (
      .effect,
      """
      cause produce induce result occur occurred occurring reported observed experienced developed \
      associated led lead caused caus produced induced resulted noted seen identified manifested \
      causing resulting leading producing inducing occurrence exacerbate \
      worsen precipitate precipitated attributed complained appeared emerged happened happen
      """
    ),
    (
      .person,
      """
      patient subject people person individual woman women man men child children adult those \
      volunteer infant adolescent recipient user anyone female male girl boy
      """
    ),
    (.who, "who whose whom"),
    (.with, "with"),
    (
      .past,
      """
      history preexisting pre underlying prior previous previously existing known predisposed \
      predisposition susceptible recent baseline chronic diagnosis etiology
      """
    ),
    (.condition, "if when whenever whether unless until"),
    (
      .animal,
      """
      rat mouse mice dog rabbit monkey animal primate hamster pig cynomolgus beagle rodent murine \
      canine minipig rats dogs pigs
      """
    ),
    (.overdose, "overdose overdosage overdosed overdosing poisoning intoxication ingestion"),
    (.stopping, "withdrawal discontinuation cessation discontinuance discontinuing stopping"),
    (.sudden, "abrupt abruptly sudden suddenly rapid upon after following"),
    (.similar, "similar comparable"),
    (.placebo, "placebo vehicle sham"),
    (.more, "more greater higher"),
    (.less, "less lower fewer"),
    (
      .purpose,
      """
      treatment treat treating management manage relief relieve relieves indicated prevention \
      prevent prophylaxis therapy control controls temporarily
      """
    ),
    (.other, "other another"),
    (
      .medicine,
      """
      drug agent medicine medication inhibitor antagonist agonist product antidepressant opioid \
      nsaid corticosteroid antipsychotic antiepileptic therapy stimulant benzodiazepine \
      antibacterial antibiotic diuretic steroid blocker statin depressant member ssri snri maoi \
      ssris snris maois
      """
    ),
    (
      .together,
      """
      concomitant concomitantly coadministered coadministration coadministering concurrent \
      concurrently simultaneous simultaneously coingestion interaction
      """
    ),
    (
      .offspring,
      """
      fetus fetal foetal neonate neonatal newborn breastfed breastfeeding nursed utero fetuses \
      offspring breastfeed
      """
    ),
    (.including, "include includes included including such eg example namely following"),
    (.common, "common commonly frequent frequently commonest"),
    (.most, "most"),
    (
      .event,
      """
      reaction event effect experience adr complaint toxicity finding abnormality
      """
    ),
    (.adverse, "adverse side undesirable untoward unwanted emergent"),
    (
      .afterApproval,
      "postmarketing postapproval voluntarily marketing approval spontaneous spontaneously"
    ),
    (.pediatric, "pediatric paediatric children child adolescent infant toddler"),
    (.elderly, "elderly geriatric"),
    (.adult, "adult"),
    (.of, "of"), (.or, "or"), (.and, "and"), (.to, "to"), (.in, "in among"), (.than, "than"),
    (.as, "as"),
    (
      .notReally,
      """
      only limited uncommon uncommonly longer necessarily established known excluded exclude ruled \
      rule regard limit unusual infrequent infrequently all possible
      """
    ),
    (.auxiliary, "be is are was were been has have had being did do does"),
    (.possibility, "may can could might would will"),
    (
      .modifier,
      """
      the a an any severe mild moderate new serious acute persistent progressive significant \
      unexplained sudden worsening increased some transient intermittent marked persistently \
      onset of including occasional clinically increasing recurrent prolonged unusual excessive \
      profound symptomatic generalized worse
      """
    ),
    (.suggestive, "suggestive suggesting consistent indicative compatible suggest indicating"),
    (
      .suffer,
      """
      present develop experience exhibit show have has are become complain report suffer presenting \
      developing experiencing having reporting presents develops experiences notice
      """
    ),
    (.grade, "grade serious severe"),
    (
      .leaving,
      """
      discontinued discontinuation discontinuing withdrew withdrawal withdrawn interruption \
      reduction interrupted discontinuations dropout
      """
    ),
    (.versus, "versus vs compared compare"),
    (.share, "proportion percentage percent incidence rate number frequency majority"),
    (
      .qualified,
      """
      medicine medication preparation study trial remedy scale questionnaire inventory score rating index reliever \
      suppressant prophylaxis
      """
    ),
    (.percent, "percent"),
    (
      .lasting,
      """
      persist persists last lasts worsen worsens worse continue continues recur recurs relapse \
      persisting lasting
      """
    ),
    (.which, "which that"),
    (
      .presenting,
      "characterized characterised presents manifested manifesting manifest presenting present presented"
    ),
    (.site, "site"),
    (.grouping, "combines comprises comprised composed grouped grouping"),
    (
      .disorder,
      "disease disorder syndrome condition infection illness injury failure tumor cancer damage"
    ),
    (.kind, "class"),
    (
      .allergic,
      """
      hypersensitivity allergic anaphylaxis anaphylactic anaphylactoid infusion infusion-related \
      irr irrs iar iars serotonin hypoglycemia hypotension hyponatremia
      """
    ),
    (.comparator, "control comparator group arm arms"),
    (.leafletEnd, "these call tell talk this ask"),
  ]
}
