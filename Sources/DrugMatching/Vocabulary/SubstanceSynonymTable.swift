// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Name, meaning, origin, from general pharmaceutical knowledge: international
// (INN), British (BAN) and United States (USAN) names, Latin (LA), Dutch (NL), German
// (DE), French (FR) and Spanish (ES) ones, other names (syn), chemical names (chem),
// abbreviations (abbr) and laboratory codes (code). A meaning is the catalog's own name of the
// substance; several joined by + are a combination. A name may have two rows:
// the meanings that the catalog has count, and a name that the catalog has
// itself needs none.

/// The table of synonyms of substances.
enum SubstanceSynonymTable {
  static let text = """
    1,25-dihydroxycholecalciferol|calcitriol|syn
    1-alpha-hydroxycholecalciferol|alfacalcidol|syn
    13-cis-retinoic acid|isotretinoin|syn
    13c-urea|urea c-13|syn
    15-methyl pgf2 alpha|carboprost|syn
    2-pam|pralidoxime|abbr
    2-propanol|isopropyl alcohol|syn
    25-hydroxycholecalciferol|calcifediol|syn
    3tc|lamivudine|abbr
    4-aminopyridine|dalfampridine|syn
    5-aminosalicylic acid|mesalamine|syn
    5-asa|mesalamine|abbr
    5-fc|flucytosine|abbr
    5-fluorocytosine|flucytosine|syn
    5-fluorouracil|fluorouracil|syn
    5-fu|fluorouracil|abbr
    506u78|nelarabine|code
    6-mercaptopurine|mercaptopurine|syn
    6-mp|mercaptopurine|abbr
    8-methoxypsoralen|methoxsalen|syn
    8-mop|methoxsalen|abbr
    9-alpha-fluorohydrocortisone|fludrocortisone|syn
    acamprosaat|acamprosate|NL
    acarbosum|acarbose|LA
    acetaminofen|acetaminophen|ES
    acetazolamid|acetazolamide|DE
    acetylsalicylic acid|aspirin|INN
    acetylsalicylzuur|aspirin|NL
    aciclovir|acyclovir|INN
    acide acetylsalicylique|aspirin|FR
    acide ascorbique|ascorbic acid|FR
    acide folinique|leucovorin|FR
    acide folique|folic acid|FR
    acide nalidixique|nalidixic acid|FR
    acide tranexamique|tranexamic acid|FR
    acide valproique|valproate|FR
    acidum acetylsalicylicum|aspirin|LA
    acidum folicum|folic acid|LA
    acidum lacticum|lactic acid|LA
    acidum salicylicum|salicylic acid|LA
    acitretine|acitretin|FR
    aclidinium bromide|aclidinium|INN
    acp-196|acalabrutinib|code
    acth|corticotropin|abbr
    actieve kool|activated charcoal|NL
    actinomycin d|dactinomycin|syn
    activated dimeticone|simethicone|syn
    activated prothrombin complex|anti-inhibitor coagulant complex|syn
    activated prothrombin complex concentrate|anti-inhibitor coagulant complex|syn
    adamantanamine|amantadine|syn
    adenosin|adenosine|DE
    adeps lanae|lanolin|LA
    adrenalin|epinephrine|DE
    adrenaline|epinephrine|BAN
    adriamycin|doxorubicin|syn
    aethanolum|alcohol|LA
    agalsidase alpha|agalsidase alfa|syn
    albumin human|albumin human, usp|syn
    albumine|albumin human, usp|FR
    algeldrate|aluminum hydroxide|INN
    alimemazine|trimeprazine|INN
    all-trans retinoic acid|tretinoin|syn
    allium sativum|garlic preparation|LA
    allopurinolum|allopurinol|LA
    alpha tocopherol|vitamin e|syn
    alpha-methyldopa|methyldopa|syn
    aluminium chloride hexahydrate|aluminum chloride|BAN
    aluminiumhydroxide|aluminum hydroxide|NL
    alverin|alverine|DE
    ambroxolum|ambroxol|LA
    amethocaine|tetracaine|BAN
    amethopterin|methotrexate|syn
    amfetamine|amphetamine|INN
    amfotericine b|amphotericin b|NL
    amidotrizoate|diatrizoate|INN
    amilorid|amiloride|DE
    aminofylline|aminophylline|NL
    amiodaron|amiodarone|DE
    amisulprid|amisulpride|DE
    ammonium bituminosulfonate|ichthammol|syn
    amorolfin|amorolfine|DE
    amoxicillin clavulanic acid|amoxicillin+clavulanate|syn
    amoxicilline|amoxicillin|FR
    amoxiclav|amoxicillin+clavulanate|syn
    amoxycillin|amoxicillin|BAN
    amphotericin|amphotericin b|BAN
    amphotericin b liposome|liposomal amphotericin b|syn
    ampicillin sulbactam|ampicillin+sulbactam|syn
    amylobarbitone|amobarbital|BAN
    aneurine|thiamine|syn
    anti-thymocyte globulin|lymphocyte immune globulin, anti-thymocyte globulin|syn
    antidiuretic hormone|vasopressin|syn
    antihaemophilic factor|factor viii|BAN
    antihemophilic factor|factor viii|syn
    antilymphocyte globulin|lymphocyte immune globulin|syn
    antithymocyte globulin|lymphocyte immune globulin, anti-thymocyte globulin|syn
    antithymocyte immunoglobulin|lymphocyte immune globulin, anti-thymocyte globulin|INN
    apap|acetaminophen|abbr
    ara-c|cytarabine|abbr
    arachidis oil|peanut oil|LA
    arachis oil|peanut oil|BAN
    argenti nitras|silver nitrate|LA
    argipressin|vasopressin|INN
    artificial tears|tears, artificial|syn
    asa|aspirin|abbr
    ascorbinezuur|ascorbic acid|NL
    ascorbinsaure|ascorbic acid|DE
    aspartam|aspartame|DE
    atenololum|atenolol|LA
    atg|antithymocyte globulin|abbr
    atovaquone proguanil|atovaquone+proguanil|syn
    atra|tretinoin|abbr
    atropin|atropine|DE
    aurothiomalate|gold sodium thiomalate|INN
    azathioprin|azathioprine|DE
    azd2281|olaparib|code
    azd9291|osimertinib|code
    azelastin|azelastine|DE
    azidothymidine|zidovudine|syn
    azitromycine|azithromycin|NL
    azt|zidovudine|abbr
    bacillus calmette guerin bcg|bcg vaccine|syn
    bacillus calmette-guerin|bcg vaccine|syn
    baclofene|baclofen|FR
    barbitone|barbital|BAN
    bcg|bcg vaccine|abbr
    bcnu|carmustine|abbr
    beclometasone|beclomethasone|INN
    bendrofluazide|bendroflumethiazide|BAN
    benserazid|benserazide|DE
    benzalkonium chloride|benzalkonium|syn
    benzatropine|benztropine|INN
    benzhexol|trihexyphenidyl|BAN
    benzoylperoxide|benzoyl peroxide|NL
    benztropine|benzatropine|syn
    benzylpenicillin|penicillin g|INN
    benzylpenicilline|penicillin g|FR
    betahistin|betahistine|DE
    betametasone|betamethasone|syn
    bethanechol chloride|bethanechol|syn
    bicarbonate of soda|sodium bicarbonate|syn
    bifonazol|bifonazole|DE
    bilastin|bilastine|DE
    biperidenum|biperiden|LA
    bisacodilo|bisacodyl|ES
    bismuth salicylate|bismuth subsalicylate|syn
    bisoprololum|bisoprolol|LA
    bleomycine|bleomycin|FR
    bolus alba|kaolin|LA
    boracic acid|boric acid|syn
    botulinum a toxin|botulinum toxin type a|syn
    botulinum toxin type a|onabotulinumtoxina|syn
    bretylium tosilate|bretylium|INN
    british anti-lewisite|dimercaprol|syn
    bromhexin|bromhexine|DE
    bromocriptin|bromocriptine|DE
    brompheniramin|brompheniramine|DE
    bumetanid|bumetanide|DE
    bupivacain|bupivacaine|DE
    buprenorfine|buprenorphine|NL
    busulphan|busulfan|BAN
    butacain|butacaine|DE
    butobarbital|butethal|INN
    butobarbitone|butethal|BAN
    c7e3|abciximab|abbr
    cacl2|calcium chloride|abbr
    caco3|calcium carbonate|abbr
    calamina|calamine|LA
    calciferol|ergocalciferol|syn
    calcipotriol|calcipotriene|INN
    calcitonin|salmon calcitonin|syn
    calcitonin salmon|salmon calcitonin|syn
    calcium folinate|leucovorin|INN
    calcium levofolinate|levoleucovorin|INN
    calciumcarbonaat|calcium carbonate|NL
    calciumgluconaat|calcium gluconate|NL
    camphora|camphor|LA
    capsaicine|capsaicin|FR
    captoprilum|captopril|LA
    carbidopa levodopa|carbidopa+levodopa|syn
    carbimazol|carbimazole|DE
    carbo activatus|activated charcoal|LA
    carbo medicinalis|activated charcoal|LA
    carbocisteine|carbocysteine|INN
    carbolic acid|phenol|syn
    carbomer 980|carbomer|syn
    carboxymethylcellulose sodium|carboxymethylcellulose|syn
    carmellose|carboxymethylcellulose|INN
    carnitine|levocarnitine|syn
    cbd|cannabidiol|abbr
    cbz|carbamazepine|abbr
    ccnu|lomustine|abbr
    cddp|cisplatin|abbr
    cefalexin|cephalexin|INN
    cefotaxim|cefotaxime|DE
    cefradine|cephradine|INN
    ceftazidim|ceftazidime|DE
    celiprololum|celiprolol|LA
    cephadroxil|cefadroxil|syn
    cephazolin|cefazolin|BAN
    cephuroxime|cefuroxime|syn
    cetirizin|cetirizine|DE
    cetylpyridinium chloride|cetylpyridinium|syn
    charcoal|activated charcoal|syn
    charcoal activated|activated charcoal|syn
    chenodeoxycholic acid|chenodiol|INN
    chinidin|quinidine|DE
    chinin|quinine|DE
    chlooramfenicol|chloramphenicol|NL
    chloorhexidine|chlorhexidine|NL
    chloralhydraat|chloral hydrate|NL
    chloralhydrat|chloral hydrate|DE
    chlorimipramine|clomipramine|syn
    chlormethine|mechlorethamine|INN
    chloroethane|ethyl chloride|syn
    chloroforme|chloroform|FR
    chloroguanide|proguanil|syn
    chloroquin|chloroquine|DE
    chlorphenamin|chlorpheniramine|DE
    chlorphenamine|chlorpheniramine|INN
    chlorpropamid|chlorpropamide|DE
    chlortalidone|chlorthalidone|INN
    cholestyramine|cholestyramine resin|syn
    choline theophyllinate|oxtriphylline|INN
    choriogonadotropin|chorionic gonadotropin|INN
    choriogonadotropin alfa|chorionic gonadotropin|INN
    chorionic gonadotrophin|chorionic gonadotropin|BAN
    ciclobenzaprina|cyclobenzaprine|ES
    ciclopirox olamine|ciclopirox|INN
    ciclopiroxolamine|ciclopirox|syn
    ciclosporin|cyclosporine|INN
    ciclosporine|cyclosporine|FR
    cinchocaine|dibucaine|INN
    cinnarizin|cinnarizine|DE
    ciprofloxacine|ciprofloxacin|FR
    cis-platinum|cisplatin|syn
    cisaprid|cisapride|DE
    claritromycine|clarithromycin|NL
    clavulanic acid|clavulanate|INN
    clemastin|clemastine|DE
    clindamycine|clindamycin|FR
    clobazamum|clobazam|LA
    clobetasole|clobetasol|syn
    clofazimin|clofazimine|DE
    clomifene|clomiphene|INN
    clonazepamum|clonazepam|LA
    clopentixol|clopenthixol|syn
    clopidogrelum|clopidogrel|LA
    cloranfenicol|chloramphenicol|ES
    clordiazepoxido|chlordiazepoxide|ES
    clorfenoxamina|chlorphenoxamine|ES
    clorhexidina|chlorhexidine|ES
    clorotiazida|chlorothiazide|ES
    clorpromazina|chlorpromazine|ES
    clorzoxazona|chlorzoxazone|ES
    clostridium botulinum toxin type a|botulinum toxin type a|syn
    clotrimazol|clotrimazole|DE
    co-amilofruse|amiloride+furosemide|BAN
    co-amilozide|amiloride+hydrochlorothiazide|BAN
    co-amoxiclav|amoxicillin+clavulanate|BAN
    co-beneldopa|benserazide+levodopa|BAN
    co-careldopa|carbidopa+levodopa|BAN
    co-codamol|acetaminophen+codeine|BAN
    co-codaprin|aspirin+codeine|BAN
    co-cyprindiol|cyproterone+ethinyl estradiol|BAN
    co-danthramer|danthron+poloxamer|BAN
    co-danthrusate|danthron+docusate|BAN
    co-dergocrine|ergoloid mesylates, usp|BAN
    co-dydramol|acetaminophen+dihydrocodeine|BAN
    co-enzyme q10|coenzyme q10|syn
    co-fluampicil|floxacillin+ampicillin|BAN
    co-hydrochlormethyl|hydrochlorothiazide+methyldopa|syn
    co-magaldrox|aluminum hydroxide+magnesium hydroxide|BAN
    co-phenotrope|atropine+diphenoxylate|BAN
    co-proxamol|acetaminophen+propoxyphene|BAN
    co-tenidone|atenolol+chlorthalidone|BAN
    co-triamterzide|hydrochlorothiazide+triamterene|BAN
    co-trimoxazole|sulfamethoxazole+trimethoprim|BAN
    co2|carbon dioxide|abbr
    coagulation factor ix|factor ix|syn
    coagulation factor viii|factor viii|syn
    cobalamin|vitamin b 12|syn
    cocain|cocaine|DE
    codein|codeine|DE
    codergocrine|ergoloid mesylates, usp|BAN
    codliver oil|cod liver oil|syn
    coenzyme q10|ubidecarenone|syn
    coffein|caffeine|DE
    coffeinum|caffeine|LA
    colaspase|asparaginase|BAN
    colchicin|colchicine|DE
    colecalciferol|cholecalciferol|INN
    colestipole|colestipol|syn
    colestyramine|cholestyramine resin|INN
    colestyraminum|cholestyramine resin|LA
    colistine|colistin|FR
    conjugated equine estrogens|estrogens, conjugated (usp)|syn
    conjugated estrogens|estrogens, conjugated (usp)|syn
    conjugated oestrogens|estrogens, conjugated (usp)|BAN
    copper sulfate|cupric sulfate|syn
    coq10|coenzyme q10|abbr
    coq10|ubidecarenone|abbr
    corbadrine|levonordefrin|INN
    corticotrophin|corticotropin|BAN
    cortisol|hydrocortisone|syn
    cortison|cortisone|DE
    cotrimoxazol|sulfamethoxazole+trimethoprim|DE
    cotrimoxazole|sulfamethoxazole+trimethoprim|INN
    cromoglicate|cromolyn|INN
    cromoglicic acid|cromolyn|INN
    cromoglycate|cromolyn|BAN
    crotamitonum|crotamiton|LA
    crystal violet|gentian violet|syn
    cyanocobalamin|vitamin b 12|INN
    cyanocobalamine|vitamin b 12|FR
    cyclizin|cyclizine|DE
    cyclofosfamide|cyclophosphamide|NL
    cyclosporin|cyclosporine|BAN
    cyclosporin a|cyclosporine|syn
    cyproheptadin|cyproheptadine|DE
    cyproteron|cyproterone|DE
    cytosine arabinoside|cytarabine|syn
    d-norgestrel|levonorgestrel|syn
    d-penicillamine|penicillamine|syn
    d-tubocurarine|tubocurarine|syn
    d4t|stavudine|abbr
    dakin solution|sodium hypochlorite|syn
    dalteparine|dalteparin|FR
    dantroleen|dantrolene|NL
    daunomycin|daunorubicin|syn
    ddavp|desmopressin|syn
    ddi|didanosine|abbr
    debrisoquine|debrisoquin|INN
    dehydrobenzperidol|droperidol|syn
    deprenyl|selegiline|syn
    dequalinium chloride|dequalinium|syn
    desferrioxamine|deferoxamine|BAN
    desiccated thyroid|thyroid (usp)|syn
    desmethylimipramine|desipramine|syn
    desmopressine|desmopressin|FR
    desoxymethasone|desoximetasone|BAN
    dexametasone|dexamethasone|syn
    dexamfetamine|dextroamphetamine|INN
    dexamphetamine|dextroamphetamine|BAN
    dexchlorphenamine|dexchlorpheniramine|INN
    dextrometorfano|dextromethorphan|ES
    dextropropoxyphene|propoxyphene|INN
    dextrose|glucose|USAN
    dfmo|eflornithine|abbr
    dhe|dihydroergotamine|abbr
    dhpg|ganciclovir|abbr
    diacepam|diazepam|syn
    diacetylmorphine|heroin|syn
    diaminodiphenylsulfone|dapsone|syn
    diamorphine|heroin|BAN
    diatrizoic acid|diatrizoate|syn
    diclofenaco|diclofenac|ES
    dicycloverine|dicyclomine|INN
    diethylstilboestrol|diethylstilbestrol|BAN
    digitoxine|digitoxin|FR
    digoxin immune fab|digoxin antibodies fab fragments|syn
    digoxin specific antibody|digoxin antibodies fab fragments|syn
    digoxine|digoxin|FR
    dihydroergotoxine|ergoloid mesylates, usp|syn
    dihydrohydroxycodeinone|oxycodone|syn
    dihydromorphinone|hydromorphone|syn
    diiodohydroxyquinoline|iodoquinol|INN
    diltiazemum|diltiazem|LA
    dimenhydrinat|dimenhydrinate|DE
    dimercaptosuccinic acid|succimer|syn
    dimethylbiguanide|metformin|syn
    dimeticone|dimethicone|INN
    dinitrogen oxide|nitrous oxide|syn
    dioctyl sodium sulfosuccinate|docusate|syn
    dioctyl sulfosuccinate|docusate|syn
    diphenylhydantoin|phenytoin|syn
    dipyridamol|dipyridamole|DE
    disodium cromoglycate|cromolyn|BAN
    disopyramid|disopyramide|DE
    dithranol|anthralin|INN
    dl-norgestrel|norgestrel|syn
    dmsa|succimer|abbr
    dnase|dornase alfa|abbr
    dobutamin|dobutamine|DE
    docusaat|docusate|NL
    domperidon|domperidone|DE
    dopamin|dopamine|DE
    dosulepin|dothiepin|INN
    doxilamine|doxylamine|ES
    doxorubicine|doxorubicin|FR
    doxycyclin|doxycycline|DE
    dph|phenytoin|abbr
    dss|docusate|abbr
    dxm|dextromethorphan|abbr
    dyclocaine|dyclonine|BAN
    echinacea|echinacea extract|syn
    econazol|econazole|DE
    edta|edetic acid|abbr
    efedrine|ephedrine|NL
    emb|ethambutol|abbr
    enoxaparine|enoxaparin|FR
    epoetin alpha|epoetin alfa|syn
    epsilon-aminocaproic acid|aminocaproic acid|syn
    epsom salt|magnesium sulfate|syn
    eptacog alfa|coagulation factor viia recombinant human|INN
    eptifibatid|eptifibatide|DE
    ergometrine|ergonovine|INN
    ergotamin|ergotamine|DE
    eritromicina|erythromycin|ES
    erythropoietin alfa|epoetin alfa|syn
    erytromycine|erythromycin|NL
    eserine|physostigmine|syn
    esomeprazol|esomeprazole|DE
    etacrynic acid|ethacrynic acid|INN
    etamsylate|ethamsylate|INN
    ethanol|alcohol|syn
    ethinylestradiol|ethinyl estradiol|INN
    ethinyloestradiol|ethinyl estradiol|BAN
    ethosuximid|ethosuximide|DE
    ethyl alcohol|alcohol|syn
    ethyl aminobenzoate|benzocaine|syn
    etilefrin|etilefrine|DE
    factor viii inhibitor bypassing fraction|anti-inhibitor coagulant complex|BAN
    famotidin|famotidine|DE
    fampridine|dalfampridine|INN
    fenazopiridina|phenazopyridine|ES
    feneticilline|penicillin v|NL
    fenindion|phenindione|NL
    fenitoina|phenytoin|ES
    fenoxibenzamina|phenoxybenzamine|ES
    fenprocoumon|phenprocoumon|NL
    fentanil|fentanyl|ES
    fentolamina|phentolamine|ES
    fenylbutazon|phenylbutazone|NL
    fenylefrine|phenylephrine|NL
    fenytoine|phenytoin|NL
    ferric hydroxide sucrose|iron sucrose|syn
    ferrofumaraat|ferrous fumarate|NL
    ferrosulfaat|ferrous sulfate|NL
    feso4|ferrous sulfate|abbr
    finasterid|finasteride|DE
    fish oil|fish oils|syn
    fk-506|tacrolimus|code
    fk506|tacrolimus|code
    flavoxat|flavoxate|DE
    flucloxacillin|floxacillin|INN
    flucloxacilline|floxacillin|FR
    fluconazol|fluconazole|DE
    fludrocortison|fludrocortisone|DE
    fludroxycortide|flurandrenolide|INN
    flufenazine|fluphenazine|ES
    flumazenilum|flumazenil|LA
    flumetasone|flumethasone|INN
    fluoresceine|fluorescein|FR
    fluoxetin|fluoxetine|DE
    flupentixol|flupenthixol|INN
    flurandrenolone|flurandrenolide|BAN
    fluvoxamin|fluvoxamine|DE
    folate|folic acid|syn
    folcodine|pholcodine|NL
    folinate|leucovorin|INN
    folinic acid|leucovorin|INN
    foliumzuur|folic acid|NL
    follicle stimulating hormone|follitropin alfa|syn
    folsaure|folic acid|DE
    frusemide|furosemide|BAN
    furosemid|furosemide|DE
    fusidate|fusidic acid|syn
    fusidic acid|fusidate|INN
    fytomenadion|phytonadione|NL
    g-csf|filgrastim|abbr
    gabapentine|gabapentin|FR
    gadopentetic acid|gadopentetate dimeglumine|INN
    gallamine triethiodide|gallamine|syn
    gamma benzene hexachloride|lindane|syn
    gamma hydroxybutyrate|sodium oxybate|syn
    gamma-vinyl gaba|vigabatrin|syn
    garlic|garlic preparation|syn
    gentamicine|gentamicin|FR
    gentamycin|gentamicin|syn
    ghb|sodium oxybate|abbr
    ginkgo|ginkgo biloba leaf extract|syn
    ginkgo biloba|ginkgo biloba leaf extract|LA
    glibenclamide|glyburide|INN
    gliclazid|gliclazide|DE
    glucagone|glucagon|syn
    glucosum|glucose|LA
    glybenclamide|glyburide|syn
    glycerine|glycerin|syn
    glycerol|glycerin|INN
    glycerol trinitrate|nitroglycerin|syn
    glyceroltrinitraat|nitroglycerin|NL
    glyceryl guaiacolate|guaifenesin|syn
    glyceryl trinitrate|nitroglycerin|BAN
    glycopyrrolate|glycopyrronium|USAN
    glycopyrronium|glycopyrrolate|INN
    glycopyrronium bromide|glycopyrrolate|INN
    glycopyrronium bromide|glycopyrronium|INN
    gm-csf|sargramostim|abbr
    gnrh|gonadorelin|abbr
    gold sodium thiomalate|sodium aurothiomalate|USAN
    griseofulvine|griseofulvin|FR
    groundnut oil|peanut oil|syn
    growth hormone|somatropin|syn
    gs-5734|remdesivir|code
    gtn|nitroglycerin|abbr
    guaiacol glyceryl ether|guaifenesin|syn
    guaiphenesin|guaifenesin|BAN
    guanetidina|guanethidine|ES
    h2o2|hydrogen peroxide|abbr
    haloperidolum|haloperidol|LA
    halotane|halothane|syn
    hamamelis|witch hazel|syn
    hcg|chorionic gonadotropin|abbr
    hcq|hydroxychloroquine|abbr
    hctz|hydrochlorothiazide|abbr
    hep b vaccine|hepatitis b surface antigen vaccine|abbr
    hep b vaccine|hepatitis b vaccine|abbr
    heparine|heparin|FR
    hepatitis b vaccine|hepatitis b surface antigen vaccine|syn
    hetastarch|hydroxyethyl starch|syn
    hexachlorophane|hexachlorophene|BAN
    hexamine|methenamine|BAN
    hmg|menotropins|abbr
    homatropin|homatropine|DE
    hpmc|hypromellose|abbr
    human albumin|albumin human, usp|syn
    human chorionic gonadotropin|chorionic gonadotropin|syn
    human coagulation factor viii|antihemophilic factor, human|INN
    human growth hormone|somatropin|syn
    human menopausal gonadotrophin|menotropins|BAN
    human normal immunoglobulin|immunoglobulin g|INN
    human nph|insulin isophane, human|syn
    human regular insulin|insulin, regular, human|syn
    hyaluronic acid|hyaluronate|syn
    hyaluronidasum|hyaluronidase|LA
    hydralazin|hydralazine|DE
    hydrochinon|hydroquinone|DE
    hydrochloorthiazide|hydrochlorothiazide|NL
    hydrochlorthiazide|hydrochlorothiazide|DE
    hydrocortison|hydrocortisone|DE
    hydroflumethazide|hydroflumethiazide|syn
    hydrotalcit|hydrotalcite|DE
    hydroxycarbamide|hydroxyurea|INN
    hydroxychloroquin|hydroxychloroquine|DE
    hydroxyprogesteron|hydroxyprogesterone|DE
    hydroxypropyl methylcellulose|hypromellose|syn
    hydroxypropylmethylcellulose|hypromellose|syn
    hydroxyzin|hydroxyzine|DE
    hyoscine|scopolamine|INN
    hyoscine butylbromide|butylscopolamine|BAN
    hypericum perforatum|st. john's wort extract|LA
    ibuprofene|ibuprofen|FR
    icg|indocyanine green|abbr
    il-2|aldesleukin|abbr
    imipenem cilastatin|imipenem+cilastatin|syn
    imipramin|imipramine|DE
    inamrinone|amrinone|USAN
    indapamid|indapamide|DE
    indometacin|indomethacin|INN
    indometacine|indomethacin|FR
    inh|isoniazid|abbr
    insulin nph|insulin isophane, human|syn
    interferon alpha-2b|interferon alfa-2b|syn
    interferon beta 1a|interferon beta-1a|syn
    interferon gamma 1b|interferon gamma-1b|syn
    interleukin-2|aldesleukin|syn
    inuline|inulin|FR
    iodixanolum|iodixanol|LA
    iodochlorhydroxyquin|clioquinol|syn
    iodoquinol|diiodohydroxyquin|USAN
    iodum|iodine|LA
    iohexolum|iohexol|LA
    iotalamate|iothalamate|INN
    ipratropiumbromide|ipratropium|NL
    iproveratril|verapamil|syn
    iron (ii) sulfate|ferrous sulfate|syn
    iron dextran|iron-dextran complex|syn
    iron fumarate|ferrous fumarate|syn
    iron gluconate|ferrous gluconate|syn
    iron saccharate|iron sucrose|syn
    iron sulfate|ferrous sulfate|syn
    isdn|isosorbide dinitrate|abbr
    ismn|isosorbide mononitrate|abbr
    isomeprobamate|carisoprodol|syn
    isoniazide|isoniazid|FR
    isonicotinic acid hydrazide|isoniazid|syn
    isophane insulin|insulin isophane, human|INN
    isophosphamide|ifosfamide|syn
    isoprenalin|isoproterenol|DE
    isoprenaline|isoproterenol|INN
    isopropanol|isopropyl alcohol|syn
    isosorbide-5-mononitrate|isosorbide mononitrate|syn
    ispaghula|psyllium|BAN
    ispaghula husk|psyllium|BAN
    itraconazol|itraconazole|DE
    ivig|immunoglobulin g|abbr
    jodium|iodine|NL
    johanniskraut|st. john's wort extract|DE
    k phos|potassium phosphate|abbr
    kalii chloridum|potassium chloride|LA
    kaliumchloride|potassium chloride|NL
    kaliumjodide|potassium iodide|NL
    kamfer|camphor|NL
    kcl|potassium chloride|abbr
    ketamin|ketamine|DE
    ketoconazol|ketoconazole|DE
    ketoprofene|ketoprofen|FR
    ketotifene|ketotifen|FR
    kinidine|quinidine|NL
    kinine|quinine|NL
    kodein|codeine|syn
    kphos|potassium phosphate|abbr
    l-asparaginase|asparaginase|syn
    l-carnitine|levocarnitine|syn
    l-dopa|levodopa|syn
    l-hyoscyamine|hyoscyamine|syn
    l-methylfolate|levomefolate|syn
    l-tetramisole|levamisole|syn
    l-thyroxine|levothyroxine|syn
    l-triiodothyronine|liothyronine|syn
    lachgas|nitrous oxide|NL
    lacidipin|lacidipine|DE
    lactoflavin|riboflavin|syn
    lactulosum|lactulose|LA
    lamotrigin|lamotrigine|DE
    lanatosid c|lanatoside c|DE
    lanoline|lanolin|syn
    lansoprazol|lansoprazole|DE
    laughing gas|nitrous oxide|syn
    lercanidipin|lercanidipine|DE
    leuprorelin|leuprolide|INN
    leuproreline|leuprolide|FR
    leurocristine|vincristine|syn
    levarterenol|norepinephrine|syn
    levocabastin|levocabastine|DE
    levocetirizin|levocetirizine|DE
    levoepinephrine|epinephrine|syn
    levofolinic acid|levoleucovorin|INN
    levomenthol|menthol|INN
    levomepromazine|methotrimeprazine|INN
    levorphan|levorphanol|syn
    levosulpirid|levosulpiride|DE
    levothyroxin|levothyroxine|DE
    light liquid paraffin|mineral oil|BAN
    lignocaine|lidocaine|BAN
    lincomycine|lincomycin|FR
    linezolide|linezolid|FR
    linoleic acid|linoleate|syn
    liquid paraffin|mineral oil|BAN
    liquor carbonis detergens|coal tar|LA
    lithiumcarbonaat|lithium carbonate|NL
    lodoxamid|lodoxamide|DE
    loperamid|loperamide|DE
    loratadin|loratadine|DE
    lsd|lysergide|abbr
    luteinising hormone releasing hormone|gonadorelin|syn
    ly231514|pemetrexed|code
    macrogol|polyethylene glycol 3350|INN
    macrogol 3350|polyethylene glycol 3350|INN
    macrogol 400|polyethylene glycol 400|INN
    macrogol 4000|polyethylene glycol 3350|INN
    magnesiumoxide|magnesium oxide|NL
    malathionum|malathion|LA
    mannit|mannitol|DE
    mannitolum|mannitol|LA
    mebendazol|mebendazole|DE
    mebeverin|mebeverine|DE
    meclozine|meclizine|INN
    medroxyprogesteron|medroxyprogesterone|NL
    mefenaminezuur|mefenamic acid|NL
    mefloquin|mefloquine|DE
    mel b|melarsoprol|syn
    melfalan|melphalan|ES
    melkzuur|lactic acid|NL
    meloxicamum|meloxicam|LA
    melperon|melperone|DE
    menaquinone|vitamin k|syn
    menotrophin|menotropins|BAN
    menthol racemic|menthol|syn
    mepacrine|quinacrine|INN
    meprobamat|meprobamate|DE
    mepyramine|pyrilamine|INN
    mercaptamine|cysteamine|INN
    mercaptopropionylglycine|tiopronin|syn
    mesalazine|mesalamine|INN
    metamfetamine|methamphetamine|INN
    metamizol|dipyrone|DE
    metamizole|dipyrone|INN
    metformine|metformin|FR
    methadon|methadone|NL
    methenamin|methenamine|DE
    methohexitone|methohexital|BAN
    methotrexat|methotrexate|DE
    methotrimeprazine|levomepromazine|USAN
    methylergobrevin|methylergonovine|syn
    methylergometrine|methylergonovine|INN
    methylfenidaat|methylphenidate|NL
    methylis salicylas|methyl salicylate|LA
    methylmorphine|codeine|syn
    methylprednisolon|methylprednisolone|DE
    methylrosaniline|gentian violet|INN
    methylrosanilinium chloride|gentian violet|INN
    methylthioninium|methylene blue|INN
    methylthioninium chloride|methylene blue|INN
    methysergid|methysergide|DE
    meticillin|methicillin|INN
    metiltestosterona|methyltestosterone|ES
    metocarbamol|methocarbamol|ES
    metoclopramid|metoclopramide|DE
    metoprololum|metoprolol|LA
    metronidazol|metronidazole|DE
    metyclothiazide|methyclothiazide|syn
    mexiletin|mexiletine|DE
    mgso4|magnesium sulfate|abbr
    mianserine|mianserin|FR
    miconazol|miconazole|DE
    midodrin|midodrine|DE
    milk of magnesia|magnesium hydroxide|syn
    millepertuis|st. john's wort extract|FR
    minocyclin|minocycline|DE
    minocyclin hydrochloride|minocycline|syn
    minoxidilum|minoxidil|LA
    mitomycin c|mitomycin|syn
    mitomycine|mitomycin|FR
    mizolastin|mizolastine|DE
    mmf|mycophenolate mofetil|abbr
    modafinilum|modafinil|LA
    monoethanolamine oleate|ethanolamine oleate|INN
    morfina|morphine|ES
    morfine|morphine|NL
    morphin|morphine|DE
    moxonidin|moxonidine|DE
    mtx|methotrexate|abbr
    mustine|mechlorethamine|BAN
    mycophenolate|mycophenolic acid|syn
    n-acetyl-5-methoxytryptamine|melatonin|chem
    n-acetyl-p-aminophenol|acetaminophen|chem
    n-acetylcysteine|acetylcysteine|chem
    n-butylscopolamine|butylscopolamine|syn
    n-carbamylglutamate|carglumic acid|syn
    na bicarb|sodium bicarbonate|abbr
    na phos|sodium phosphate|abbr
    nabilon|nabilone|NL
    nac|acetylcysteine|abbr
    nacl|sodium chloride|abbr
    nadroparine|nadroparin|FR
    nafareline|nafarelin|FR
    nafazolina|naphazoline|ES
    naftidrofuryl|nafronyl|INN
    nahco3|sodium bicarbonate|abbr
    naloxon|naloxone|NL
    naltrexon|naltrexone|NL
    naphos|sodium phosphate|abbr
    natrii chloridum|sodium chloride|LA
    natrii hydrogenocarbonas|sodium bicarbonate|LA
    natriumchloride|sodium chloride|NL
    natriumfluoride|sodium fluoride|NL
    nebivololum|nebivolol|LA
    nedocromil sodium|nedocromil|syn
    nefazodon|nefazodone|NL
    neomycine|neomycin|FR
    neostigmin|neostigmine|DE
    neutral insulin|insulin, regular, human|INN
    nicotin|nicotine|DE
    nicotinamide|niacinamide|INN
    nicotinic acid|niacin|INN
    nicotinsaure|niacin|DE
    nicoumalone|acenocoumarol|BAN
    nifedipin|nifedipine|DE
    nitalapram|citalopram|syn
    nitrazepamum|nitrazepam|LA
    nitrofural|nitrofurazone|INN
    nitrofurantoine|nitrofurantoin|NL
    nitrogen mustard|mechlorethamine|syn
    nitroglycerol|nitroglycerin|syn
    nitroprusside sodium|nitroprusside|syn
    nonacog alfa|factor ix|INN
    noradrenalin|norepinephrine|DE
    noradrenaline|norepinephrine|BAN
    noramidopyrine|dipyrone|FR
    norethisterone|norethindrone|INN
    norfloxacine|norfloxacin|FR
    normal immunoglobulin human|immunoglobulin g|syn
    normal saline|sodium chloride|syn
    nortestosterone|nandrolone|syn
    nortriptylin|nortriptyline|DE
    novaminsulfon|dipyrone|DE
    nph insulin|insulin isophane, human|syn
    ns|sodium chloride|abbr
    ntbc|nitisinone|abbr
    nystatine|nystatin|FR
    o2|oxygen|abbr
    octocog alfa|antihemophilic factor, human recombinant|INN
    oestradiol|estradiol|BAN
    oestriol|estriol|BAN
    oestrone|estrone|BAN
    ofloxacine|ofloxacin|FR
    ogt 918|miglustat|code
    oil of wintergreen|methyl salicylate|syn
    oleum arachidis|peanut oil|LA
    oleum jecoris aselli|cod liver oil|LA
    oleum menthae piperitae|peppermint oil|LA
    oleum olivae|olive oil|LA
    oleum ricini|castor oil|LA
    oleum sesami|sesame oil|LA
    omega 3 fish oil|fish oils|syn
    omega-3 marine triglycerides|fish oils|BAN
    omeprazol|omeprazole|DE
    ondansetronum|ondansetron|LA
    orciprenaline|metaproterenol|INN
    orfenadrine|orphenadrine|NL
    oseltamivirum|oseltamivir|LA
    otilonium bromide|otilonium|INN
    oxacepam|oxazepam|syn
    oxaliplatine|oxaliplatin|FR
    oxatomid|oxatomide|DE
    oximetazolina|oxymetazoline|ES
    oximetolona|oxymetholone|ES
    oxpentifylline|pentoxifylline|BAN
    oxprenololum|oxprenolol|LA
    oxybuprocaine|benoxinate|INN
    oxybutinin|oxybutynin|DE
    oxycodon|oxycodone|NL
    oxymetazolin|oxymetazoline|DE
    oxytetracyclin|oxytetracycline|DE
    oxytocine|oxytocin|FR
    pancreatin|pancrelipase|syn
    pancreatine|pancreatin|FR
    pancuroniumbromide|pancuronium|NL
    pantoprazol|pantoprazole|DE
    pantothenate|pantothenic acid|syn
    para-acetylaminophenol|acetaminophen|chem
    para-aminosalicylic acid|aminosalicylic acid|syn
    parabromdylamine|brompheniramine|syn
    paracetamol|acetaminophen|INN
    paraffin oil|mineral oil|syn
    paraffinum liquidum|mineral oil|LA
    paraffinum molle|petrolatum|LA
    parathyroid hormone 1-34|teriparatide|syn
    pas|aminosalicylic acid|abbr
    pcmx|chloroxylenol|abbr
    peg 3350|polyethylene glycol 3350|abbr
    peg 400|polyethylene glycol 400|abbr
    pemolin|pemoline|DE
    penciclovirum|penciclovir|LA
    pentamidine isetionate|pentamidine|INN
    pentazocin|pentazocine|DE
    pentobarbitone|pentobarbital|BAN
    pergolid|pergolide|DE
    periciazine|pericyazine|INN
    perindoprile|perindopril|syn
    permethrine|permethrin|FR
    pethidine|meperidine|INN
    petroleum jelly|petrolatum|syn
    pge1|alprostadil|abbr
    pge2|dinoprostone|abbr
    phenobarbitone|phenobarbital|BAN
    phenoxymethylpenicillin|penicillin v|INN
    phenoxymethylpenicilline|penicillin v|FR
    phenylbutyrate|sodium phenylbutyrate|syn
    phosphonoformate|foscarnet|syn
    phylloquinone|vitamin k 1|syn
    phytomenadione|phytonadione|INN
    phytomenadione|vitamin k 1|INN
    phytonadione|vitamin k 1|USAN
    pilocarpin|pilocarpine|DE
    pimozid|pimozide|DE
    pinaverium bromide|pinaverium|INN
    pip-tazo|piperacillin+tazobactam|abbr
    pip/tazo|piperacillin+tazobactam|abbr
    pipamperon|pipamperone|DE
    piperacillin tazobactam|piperacillin+tazobactam|syn
    piperazin|piperazine|DE
    pirimetamina|pyrimethamine|ES
    pivampicilline|pivampicillin|FR
    pix lithanthracis|coal tar|LA
    pizotifen|pizotyline|INN
    plantago ovata|psyllium|LA
    plx4032|vemurafenib|code
    politiazida|polythiazide|ES
    polymixin b|polymyxin b|syn
    polymyxin e|colistin|syn
    posaconazol|posaconazole|DE
    povidon jodium|povidone-iodine|NL
    povidone iodine|povidone-iodine|syn
    ppd|purified protein derivative of tuberculin|abbr
    ppd|tuberculin purified protein derivative|abbr
    practololum|practolol|LA
    pramocaine|pramoxine|INN
    praziquantelum|praziquantel|LA
    prednisolon|prednisolone|DE
    prednison|prednisone|DE
    primidon|primidone|DE
    probenecide|probenecid|FR
    procainamid|procainamide|DE
    procaine benzylpenicillin|procaine penicillin|INN
    proclorperazina|prochlorperazine|ES
    procyclidin|procyclidine|DE
    progesteron|progesterone|DE
    promazin|promazine|DE
    promethazin|promethazine|DE
    propanolol|propranolol|syn
    propanthelin|propantheline|DE
    propericiazine|pericyazine|syn
    prophenpyridamine|pheniramine|syn
    prostacyclin|epoprostenol|syn
    prostaglandin e1|alprostadil|syn
    prostaglandin e2|dinoprostone|syn
    protamine sulphate|protamine sulfate (usp)|BAN
    protirelin|thyrotropin-releasing hormone|INN
    proxymetacaine|proparacaine|INN
    pseudo-ephedrine|pseudoephedrine|syn
    pseudoefedrina|pseudoephedrine|ES
    pseudomonic acid|mupirocin|syn
    pva|polyvinyl alcohol|abbr
    pvp-iodine|povidone-iodine|syn
    pyrantel embonate|pyrantel|INN
    pyridoxin|pyridoxine|DE
    pza|pyrazinamide|abbr
    quinalbarbitone|secobarbital|BAN
    rabeprazol|rabeprazole|DE
    ranitidin|ranitidine|DE
    rapamycin|sirolimus|syn
    regular insulin|insulin, regular, human|syn
    reserpin|reserpine|DE
    retinol|vitamin a|INN
    retinyl palmitate|vitamin a|syn
    rifampicin|rifampin|INN
    rifampicine|rifampin|FR
    riluzol|riluzole|DE
    rt-pa|alteplase|abbr
    ru-486|mifepristone|abbr
    rupatadin|rupatadine|DE
    saccharated ferric oxide|iron sucrose|JAN
    saccharated iron oxide|iron sucrose|JAN
    saccharine|saccharin|FR
    salazosulfapyridine|sulfasalazine|syn
    salbutamol|albuterol|INN
    salcatonin|salmon calcitonin|BAN
    salicylsalicylic acid|salsalate|syn
    salicylzuur|salicylic acid|NL
    saline|sodium chloride|syn
    scopolamine butylbromide|butylscopolamine|syn
    secbutobarbitone|butabarbital|BAN
    secretine|secretin|FR
    selenium sulphide|selenium sulfide|BAN
    semisodium valproate|divalproex sodium|BAN
    senna glycosides|sennosides, usp|syn
    sennoside|sennosides, usp|syn
    sennosides|sennosides, usp|syn
    sertralin|sertraline|DE
    silver sulphadiazine|silver sulfadiazine|BAN
    simeticone|simethicone|INN
    sint-janskruid|st. john's wort extract|NL
    smx-tmp|sulfamethoxazole+trimethoprim|abbr
    smz-tmp|sulfamethoxazole+trimethoprim|abbr
    sodium aurothiomalate|gold sodium thiomalate|INN
    sodium bicarb|sodium bicarbonate|abbr
    sodium cromoglycate|cromolyn|BAN
    sodium fusidate|fusidic acid|syn
    sodium hydrogen carbonate|sodium bicarbonate|syn
    sodium nitroprusside|nitroprusside|syn
    sodium tetradecyl sulphate|sodium tetradecyl sulfate|BAN
    soft paraffin|petrolatum|BAN
    somatorelin|sermorelin|INN
    somatotropin|somatropin|syn
    sorbit|sorbitol|DE
    spiritus|alcohol|LA
    spironolacton|spironolactone|DE
    st john's wort|st. john's wort extract|syn
    sterculia|karaya gum|BAN
    sterculia gum|karaya gum|BAN
    sti571|imatinib|code
    stilboestrol|diethylstilbestrol|BAN
    streptomycine|streptomycin|FR
    sucralfat|sucralfate|DE
    sucralfate|aluminum sucrose octasulfate|syn
    sulfafurazole|sulfisoxazole|INN
    sulphacetamide|sulfacetamide|BAN
    sulphadiazine|sulfadiazine|BAN
    sulphafurazole|sulfisoxazole|BAN
    sulphapyridine|sulfapyridine|BAN
    sulphasalazine|sulfasalazine|BAN
    sulphinpyrazone|sulfinpyrazone|BAN
    sulphur|sulfur|BAN
    sulphur hexafluoride|sulfur hexafluoride|BAN
    sulpirid|sulpiride|DE
    sumatriptane|sumatriptan|FR
    suramine|suramin|FR
    suxamethonium|succinylcholine|INN
    suxamethonium chloride|succinylcholine|INN
    t4|levothyroxine|abbr
    talcum|talc|LA
    tamoxifene|tamoxifen|FR
    tazaroten|tazarotene|DE
    tdf|tenofovir disoproxil|abbr
    teicoplanine|teicoplanin|FR
    tenofovir df|tenofovir disoproxil|abbr
    teofilina|theophylline|ES
    terbinafin|terbinafine|DE
    terbutalin|terbutaline|DE
    testosteron|testosterone|DE
    tetracain|tetracaine|DE
    tetracosactide|cosyntropin|INN
    tetracosactrin|cosyntropin|BAN
    tetracyclin|tetracycline|DE
    tetraethylthiuram disulfide|disulfiram|syn
    tetrahydrobiopterin|sapropterin|syn
    tetrahydrocannabinol|dronabinol|syn
    tetrahydrozoline|tetryzoline|USAN
    tetryzoline|tetrahydrozoline|INN
    thc|dronabinol|abbr
    theofylline|theophylline|NL
    theophylline ethylenediamine|aminophylline|syn
    thiamazol|methimazole|DE
    thiamazole|methimazole|INN
    thietylperazine|thiethylperazine|syn
    thiomersal|thimerosal|INN
    thiopentone|thiopental|BAN
    thymolum|thymol|LA
    thyroid|thyroid (usp)|syn
    thyroid extract|thyroid (usp)|syn
    thyroxine|levothyroxine|BAN
    tiabendazole|thiabendazole|INN
    tiaprid|tiapride|DE
    ticarcillin clavulanic acid|ticarcillin+clavulanate|syn
    ticlopidin|ticlopidine|DE
    tinidazol|tinidazole|DE
    tinzaparine|tinzaparin|FR
    tioguanine|thioguanine|INN
    tioridazine|thioridazine|INN
    tiotixene|thiothixene|INN
    tiotropium bromide|tiotropium|INN
    tiprolisant|pitolisant|syn
    tissue plasminogen activator|alteplase|syn
    tizanidin|tizanidine|DE
    tmp-smx|sulfamethoxazole+trimethoprim|abbr
    tmp/smx|sulfamethoxazole+trimethoprim|abbr
    tobramycine|tobramycin|FR
    tocofersolan|vitamin e|INN
    tocopherol|vitamin e|syn
    tocopheryl acetate|vitamin e|syn
    tolazolin|tolazoline|DE
    tolbutamid|tolbutamide|DE
    tolfenaminezuur|tolfenamic acid|NL
    tolnaftat|tolnaftate|DE
    tomoxetine|atomoxetine|syn
    torasemid|torsemide|DE
    torasemide|torsemide|INN
    tpa|alteplase|abbr
    tramadole|tramadol|syn
    trandolaprilum|trandolapril|LA
    tranexaminezuur|tranexamic acid|NL
    trh|thyrotropin-releasing hormone|abbr
    triamcinolon|triamcinolone|DE
    triamteren|triamterene|DE
    triethanolamine salicylate|trolamine salicylate|syn
    triethylenetetramine|trientine|syn
    trihexyfenidyl|trihexyphenidyl|NL
    triiodothyronine|liothyronine|syn
    trimebutin|trimebutine|DE
    trimeprimine|trimipramine|syn
    trimetaphan|trimethaphan|syn
    trimethylglycine|betaine|syn
    trimetobenzamida|trimethobenzamide|ES
    trinitrine|nitroglycerin|FR
    trinitroglycerin|nitroglycerin|syn
    trioxysalen|trioxsalen|INN
    tripelenamine|tripelennamine|syn
    tuberculin ppd|purified protein derivative of tuberculin|syn
    tuberculin purified protein derivative|purified protein derivative of tuberculin|syn
    txa|tranexamic acid|abbr
    ubidecarenone|coenzyme q10|INN
    ubiquinone|coenzyme q10|syn
    umeclidinium bromide|umeclidinium|INN
    undecenoic acid|undecylenic acid|INN
    urea (13-c)|urea c-13|syn
    ursodeoxycholic acid|ursodiol|INN
    valaciclovir|valacyclovir|INN
    valerian|valerian root extract|syn
    valeriana officinalis|valerian root extract|LA
    valproate|valproic acid|syn
    valproate semisodium|divalproex sodium|INN
    valproic acid|valproate|INN
    valproinezuur|valproate|NL
    valproinezuur|valproic acid|NL
    valproinsaure|valproate|DE
    vancomycine|vancomycin|FR
    vaseline|petrolatum|syn
    vit c|ascorbic acid|abbr
    vitamin a alcohol|retinol|syn
    vitamin a palmitate|retinol palmitate|syn
    vitamin b 1|thiamine|syn
    vitamin b 2|riboflavin|syn
    vitamin b 5|pantothenic acid|syn
    vitamin b 6|pyridoxine|syn
    vitamin b1|thiamine|syn
    vitamin b12|vitamin b 12|syn
    vitamin b12a|hydroxocobalamin|syn
    vitamin b2|riboflavin|syn
    vitamin b3|niacin|syn
    vitamin b5|pantothenic acid|syn
    vitamin b6|pyridoxine|syn
    vitamin b7|biotin|syn
    vitamin b9|folic acid|syn
    vitamin c|ascorbic acid|syn
    vitamin d2|ergocalciferol|syn
    vitamin d3|cholecalciferol|syn
    vitamin h|biotin|syn
    vitamin k 1|phytonadione|syn
    vitamin k1|phytonadione|syn
    vitamin k3|menadione|syn
    voriconazol|voriconazole|DE
    vp-16|etoposide|abbr
    warfarine|warfarin|FR
    white soft paraffin|petrolatum|BAN
    witch hazel|hamamelis water|syn
    wool fat|lanolin|BAN
    xilometazolina|xylometazoline|ES
    xylometazolin|xylometazoline|DE
    yellow soft paraffin|petrolatum|BAN
    zilvernitraat|silver nitrate|NL
    zinci oxidum|zinc oxide|LA
    zinkoxide|zinc oxide|NL
    zinksulfaat|zinc sulfate|NL
    zofenoprilum|zofenopril|LA
    zolpidemum|zolpidem|LA
    zopiclon|zopiclone|NL
    zuclopentixol|zuclopenthixol|syn
    zwavel|sulfur|NL
    """
}
