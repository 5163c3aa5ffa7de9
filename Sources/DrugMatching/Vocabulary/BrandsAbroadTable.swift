// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Brand name, substance, origin: brands of Europe and the United Kingdom that
// a release of RxNorm may not list because they are not sold in the United
// States, from general knowledge of what is on the market. The substance is
// the catalog's own name; several joined by + are a combination. A brand that
// the catalog has itself is found there first.

/// The table of brands that are sold elsewhere.
enum BrandsAbroadTable {
  static let text = """
    abasaglar|insulin glargine|brand
    abevmy|bevacizumab|brand
    abilify|aripiprazole|brand
    abseamed|epoetin alfa|brand
    accofil|filgrastim|brand
    aclasta|zoledronic acid|brand
    actelsar hct|hydrochlorothiazide+telmisartan|brand
    actiq|fentanyl|brand
    actonel|risedronate|brand
    actos|pioglitazone|brand
    actrapid|insulin, regular, human|brand
    adalat|nifedipine|brand
    adartrel|ropinirole|brand
    adcal d3|calcium carbonate+cholecalciferol|brand
    adcirca|tadalafil|brand
    adenuric|febuxostat|brand
    adizem|diltiazem|brand
    adport|tacrolimus|brand
    advagraf|tacrolimus|brand
    aerius|desloratadine|brand
    aerivio spiromax|fluticasone+salmeterol|brand
    afinitor|everolimus|brand
    afqlir|aflibercept|brand
    airflusal|fluticasone+salmeterol|brand
    airomir|albuterol|brand
    aldactone|spironolactone|brand
    alimta|pemetrexed|brand
    allegro|frovatriptan|brand
    alymsys|bevacizumab|brand
    amarel|glimepiride|brand
    amaryl|glimepiride|brand
    amarylle|glimepiride|brand
    amgevita|adalimumab|brand
    amias|candesartan|brand
    amoxil|amoxicillin|brand
    amsparity|adalimumab|brand
    anapen|epinephrine|brand
    androcur|cyproterone|brand
    antra|omeprazole|brand
    apidra|insulin glulisine|brand
    aprovel|irbesartan|brand
    aquipta|atogepant|brand
    aranesp|darbepoetin alfa|brand
    arava|leflunomide|brand
    arcoxia|etoricoxib|brand
    aricept|donepezil|brand
    ariclaim|duloxetine|brand
    arixtra|fondaparinux|brand
    arzerra|ofatumumab|brand
    asacol|mesalamine|brand
    asmol|albuterol|brand
    atacand|candesartan|brand
    atarax|hydroxyzine|brand
    ativan|lorazepam|brand
    atripla|efavirenz+emtricitabine+tenofovir disoproxil|brand
    aubagio|teriflunomide|brand
    augmentin|amoxicillin+clavulanate|brand
    avalox|moxifloxacin|brand
    avastin|bevacizumab|brand
    avelox|moxifloxacin|brand
    avodart|dutasteride|brand
    avonex|interferon beta-1a|brand
    avtozma|tocilizumab|brand
    aybintio|bevacizumab|brand
    ayvakyt|avapritinib|brand
    azilect|rasagiline|brand
    azomyr|desloratadine|brand
    baiama|aflibercept|brand
    baraclude|entecavir|brand
    becotide|beclomethasone|brand
    bekemv|eculizumab|brand
    beloc-zok|metoprolol|brand
    bemfola|follitropin alfa|brand
    ben-u-ron|acetaminophen|brand
    benepali|etanercept|brand
    benetor|olmesartan|brand
    benlysta|belimumab|brand
    betaferon|interferon beta-1b|brand
    betaloc|metoprolol|brand
    betmiga|mirabegron|brand
    bildyos|denosumab|brand
    bilprevda|denosumab|brand
    binocrit|epoetin alfa|brand
    biresp spiromax|budesonide+formoterol|brand
    blitzima|rituximab|brand
    blopress|candesartan|brand
    bomyntra|denosumab|brand
    bondronat|ibandronate|brand
    bonviva|ibandronate|brand
    braltus|tiotropium|brand
    bricanyl|terbutaline|brand
    bridion|sugammadex|brand
    brilique|ticagrelor|brand
    brintellix|vortioxetine|brand
    briviact|brivaracetam|brand
    brufen|ibuprofen|brand
    buccolam|midazolam|brand
    budenofalk|budesonide|brand
    buvidal|buprenorphine|brand
    byannli|paliperidone|brand
    bydureon|exenatide|brand
    byetta|exenatide|brand
    byooviz|ranibizumab|brand
    cacit d3|calcium carbonate+cholecalciferol|brand
    calcichew d3|calcium carbonate+cholecalciferol|brand
    calpol|acetaminophen|brand
    camcolit|lithium carbonate|brand
    cancidas|caspofungin|brand
    cardicor|bisoprolol|brand
    cataflam|diclofenac|brand
    cegfila|pegfilgrastim|brand
    celebrex|celecoxib|brand
    cellcept|mycophenolate mofetil|brand
    celsentri|maraviroc|brand
    certican|everolimus|brand
    champix|varenicline|brand
    cholib|fenofibrate+simvastatin|brand
    cialis|tadalafil|brand
    cimzia|certolizumab pegol|brand
    cipralex|escitalopram|brand
    cipramil|citalopram|brand
    ciprobay|ciprofloxacin|brand
    ciproxin|ciprofloxacin|brand
    ciproxine|ciprofloxacin|brand
    clamoxyl|amoxicillin|brand
    clarityn|loratadine|brand
    clarityne|loratadine|brand
    clavulin|amoxicillin+clavulanate|brand
    clenil|beclomethasone|brand
    clexane|enoxaparin|brand
    clozaril|clozapine|brand
    coaprovel|hydrochlorothiazide+irbesartan|brand
    colofac|mebeverine|brand
    competact|metformin+pioglitazone|brand
    comtan|entacapone|brand
    comtess|entacapone|brand
    concerta|methylphenidate|brand
    concor|bisoprolol|brand
    conexxence|denosumab|brand
    contramal|tramadol|brand
    controloc|pantoprazole|brand
    copalia|amlodipine+valsartan|brand
    copalia hct|amlodipine+hydrochlorothiazide+valsartan|brand
    copaxone|glatiramer|brand
    corbilta|carbidopa+entacapone+levodopa|brand
    corlentor|ivabradine|brand
    cosentyx|secukinumab|brand
    cosopt|dorzolamide+timolol|brand
    cotellic|cobimetinib|brand
    coversyl|perindopril|brand
    cozaar|losartan|brand
    crestor|rosuvastatin|brand
    curam|amoxicillin+clavulanate|brand
    cymbalta|duloxetine|brand
    dafalgan|acetaminophen|brand
    dafiro|amlodipine+valsartan|brand
    dafiro hct|amlodipine+hydrochlorothiazide+valsartan|brand
    dalacin|clindamycin|brand
    daonil|glyburide|brand
    dasselta|desloratadine|brand
    daxas|roflumilast|brand
    decapeptyl|triptorelin|brand
    dekristol|cholecalciferol|brand
    delursan|ursodiol|brand
    denzapine|clozapine|brand
    depakine|valproate|brand
    dermovate|clobetasol|brand
    deroxat|paroxetine|brand
    detensiel|bisoprolol|brand
    detrusitol|tolterodine|brand
    dexdor|dexmedetomidine|brand
    diamicron|gliclazide|brand
    diflucan|fluconazole|brand
    diovan|valsartan|brand
    ditropan|oxybutynin|brand
    doliprane|acetaminophen|brand
    dolormin|ibuprofen|brand
    dormicum|midazolam|brand
    duciltia|duloxetine|brand
    duocover|clopidogrel+aspirin|brand
    duoplavin|clopidogrel+aspirin|brand
    duoresp spiromax|budesonide+formoterol|brand
    durogesic|fentanyl|brand
    duspatal|mebeverine|brand
    duspatalin|mebeverine|brand
    dzuveo|sufentanil|brand
    ebymect|dapagliflozin+metformin|brand
    ecansya|capecitabine|brand
    edarbi|azilsartan|brand
    edistride|dapagliflozin|brand
    efexor|venlafaxine|brand
    effentora|fentanyl|brand
    efferalgan|acetaminophen|brand
    effexor|venlafaxine|brand
    efficib|metformin+sitagliptin|brand
    efient|prasugrel|brand
    efmody|hydrocortisone|brand
    elebrato ellipta|fluticasone furoate+umeclidinium+vilanterol|brand
    eligard|leuprolide|brand
    eliquis|apixaban|brand
    elisor|pravastatin|brand
    ellaone|ulipristal|brand
    elocon|mometasone|brand
    eltroxin|levothyroxine|brand
    emcor|bisoprolol|brand
    emerade|epinephrine|brand
    emselex|darifenacin|brand
    enantone|leuprolide|brand
    enbrel|etanercept|brand
    entresto|sacubitril+valsartan|brand
    envarsus|tacrolimus|brand
    epanutin|phenytoin|brand
    epilim|valproate|brand
    epipen|epinephrine|brand
    epitomax|topiramate|brand
    epivir|lamivudine|brand
    epoetin alfa hexal|epoetin alfa|brand
    eprex|epoetin alfa|brand
    epysqli|eculizumab|brand
    equasym|methylphenidate|brand
    erelzi|etanercept|brand
    erypo|epoetin alfa|brand
    esbriet|pirfenidone|brand
    esmya|ulipristal|brand
    eucreas|metformin+vildagliptin|brand
    euglucon|glyburide|brand
    eurneffy|epinephrine|brand
    euthyrox|levothyroxine|brand
    eutirox|levothyroxine|brand
    evfraxy|denosumab|brand
    evista|raloxifene|brand
    exelon|rivastigmine|brand
    exforge|amlodipine+valsartan|brand
    exforge hct|amlodipine+hydrochlorothiazide+valsartan|brand
    exjade|deferasirox|brand
    extavia|interferon beta-1b|brand
    eylea|aflibercept|brand
    ezetrol|ezetimibe|brand
    faslodex|fulvestrant|brand
    ferriprox|deferiprone|brand
    fiasp|insulin aspart|brand
    filgrastim hexal|filgrastim|brand
    finlee|dabrafenib|brand
    flagyl|metronidazole|brand
    flixabi|infliximab|brand
    flixonase|fluticasone|brand
    flixotide|fluticasone|brand
    flomaxtra|tamsulosin|brand
    floxapen|floxacillin|brand
    flucloxin|floxacillin|brand
    fluctin|fluoxetine|brand
    fluimucil|acetylcysteine|brand
    foradil|formoterol|brand
    forsteo|teriparatide|brand
    forxiga|dapagliflozin|brand
    fosamax|alendronate|brand
    fosrenol|lanthanum|brand
    fostair|beclomethasone+formoterol|brand
    foster|beclomethasone+formoterol|brand
    fulphila|pegfilgrastim|brand
    fultium|cholecalciferol|brand
    fycompa|perampanel|brand
    fymskina|ustekinumab|brand
    galvus|vildagliptin|brand
    gemzar|gemcitabine|brand
    genotropin|somatropin|brand
    geodon|ziprasidone|brand
    gilenya|fingolimod|brand
    glivec|imatinib|brand
    glubrava|metformin+pioglitazone|brand
    glucobay|acarbose|brand
    glucophage|metformin|brand
    glustin|pioglitazone|brand
    glyxambi|empagliflozin+linagliptin|brand
    gonal-f|follitropin alfa|brand
    granpidam|sildenafil|brand
    grastofil|filgrastim|brand
    grasustek|pegfilgrastim|brand
    grepid|clopidogrel|brand
    haldol|haloperidol|brand
    herceptin|trastuzumab|brand
    herzuma|trastuzumab|brand
    hirobriz breezhaler|indacaterol|brand
    hukyndra|adalimumab|brand
    hulio|adalimumab|brand
    humalog|insulin lispro|brand
    huminsulin basal|insulin isophane, human|brand
    hydrea|hydroxyurea|brand
    hyftor|sirolimus|brand
    hypnovel|midazolam|brand
    hyrimoz|adalimumab|brand
    icandra|metformin+vildagliptin|brand
    idacio|adalimumab|brand
    ifirmacombi|hydrochlorothiazide+irbesartan|brand
    ifirmasta|irbesartan|brand
    ikervis|cyclosporine|brand
    ilumetri|tildrakizumab|brand
    imigran|sumatriptan|brand
    imitrex|sumatriptan|brand
    imodium|loperamide|brand
    imovane|zopiclone|brand
    imprida|amlodipine+valsartan|brand
    imraldi|adalimumab|brand
    imuldosa|ustekinumab|brand
    imuran|azathioprine|brand
    imurek|azathioprine|brand
    incresync|alogliptin+pioglitazone|brand
    inegy|ezetimibe+simvastatin|brand
    inexium|esomeprazole|brand
    inflectra|infliximab|brand
    inhixa|enoxaparin|brand
    innovair|beclomethasone+formoterol|brand
    inovelon|rufinamide|brand
    inspra|eplerenone|brand
    instanyl|fentanyl|brand
    insulatard|insulin isophane, human|brand
    insulin lispro sanofi|insulin lispro|brand
    insuman aspart|insulin aspart|brand
    invega|paliperidone|brand
    ipreziv|azilsartan|brand
    iressa|gefitinib|brand
    iscover|clopidogrel|brand
    isentress|raltegravir|brand
    isoptin|verapamil|brand
    istin|amlodipine|brand
    ituxredi|rituximab|brand
    ixprim|acetaminophen+tramadol|brand
    izba|travoprost|brand
    jalra|vildagliptin|brand
    janumet|metformin+sitagliptin|brand
    januvia|sitagliptin|brand
    jardiance|empagliflozin|brand
    jentadueto|linagliptin+metformin|brand
    jext|epinephrine|brand
    jinarc|tolvaptan|brand
    josir|tamsulosin|brand
    jubbonti|denosumab|brand
    junod|denosumab|brand
    jylamvo|methotrexate|brand
    kaftrio|elexacaftor+ivacaftor+tezacaftor|brand
    kaletra|lopinavir+ritonavir|brand
    kalydeco|ivacaftor|brand
    kanjinti|trastuzumab|brand
    karvea|irbesartan|brand
    karvezide|hydrochlorothiazide+irbesartan|brand
    kentera|oxybutynin|brand
    keppra|levetiracetam|brand
    kesimpta|ofatumumab|brand
    kestine|ebastine|brand
    kineret|anakinra|brand
    kinzal|telmisartan|brand
    kinzalkomb|hydrochlorothiazide+telmisartan|brand
    kinzalmono|telmisartan|brand
    kirsty|insulin aspart|brand
    kivexa|abacavir+lamivudine|brand
    klacid|clarithromycin|brand
    klaricid|clarithromycin|brand
    komboglyze|metformin+saxagliptin|brand
    kuvan|sapropterin|brand
    kytril|granisetron|brand
    lamictal|lamotrigine|brand
    lamisil|terbinafine|brand
    lanoxin|digoxin|brand
    lantus|insulin glargine|brand
    larinate|artesunate|brand
    larodopa|levodopa|brand
    lasilix|furosemide|brand
    lasix|furosemide|brand
    latuda|lurasidone|brand
    lemtrada|alemtuzumab|brand
    leponex|clozapine|brand
    lercadip|lercanidipine|brand
    levemir|insulin detemir|brand
    levitra|vardenafil|brand
    levothyrox|levothyroxine|brand
    libertek|roflumilast|brand
    libmyris|adalimumab|brand
    lipanthyl|fenofibrate|brand
    lipantil|fenofibrate|brand
    lipitor|atorvastatin|brand
    lipostat|pravastatin|brand
    liprolog|insulin lispro|brand
    litalir|hydroxyurea|brand
    livogiva|teriparatide|brand
    lixiana|edoxaban|brand
    losec|omeprazole|brand
    lovenox|enoxaparin|brand
    lucentis|ranibizumab|brand
    lumigan|bimatoprost|brand
    lustral|sertraline|brand
    lyrica|pregabalin|brand
    lyxumia|lixisenatide|brand
    mabcampath|alemtuzumab|brand
    mabthera|rituximab|brand
    madopar|benserazide+levodopa|brand
    marevan|warfarin|brand
    maxalt|rizatriptan|brand
    maxolon|metoclopramide|brand
    medikinet|methylphenidate|brand
    metfogamma|metformin|brand
    metoject|methotrexate|brand
    micardis|telmisartan|brand
    micardisplus|hydrochlorothiazide+telmisartan|brand
    migard|frovatriptan|brand
    mimpara|cinacalcet|brand
    mirapexin|pramipexole|brand
    modigraf|tacrolimus|brand
    molipaxin|trazodone|brand
    mopral|omeprazole|brand
    motilium|domperidone|brand
    movymia|teriparatide|brand
    mucodyne|carbocysteine|brand
    mucomyst|acetylcysteine|brand
    multaq|dronedarone|brand
    mvasi|bevacizumab|brand
    mycamine|micafungin|brand
    mycapssa|octreotide|brand
    myfenax|mycophenolate mofetil|brand
    myfortic|mycophenolic acid|brand
    mysildecard|sildenafil|brand
    mysimba|naltrexone+bupropion|brand
    nacom|carbidopa+levodopa|brand
    naprosyn|naproxen|brand
    nasonex|mometasone|brand
    nebilet|nebivolol|brand
    nebilox|nebivolol|brand
    neoclarityn|desloratadine|brand
    neoral|cyclosporine|brand
    neorecormon|epoetin beta|brand
    neotigason|acitretin|brand
    neparvis|sacubitril+valsartan|brand
    nepexto|etanercept|brand
    nespo|darbepoetin alfa|brand
    neulasta|pegfilgrastim|brand
    neupogen|filgrastim|brand
    neupro|rotigotine|brand
    neurontin|gabapentin|brand
    nevanac|nepafenac|brand
    nexavar|sorafenib|brand
    nexium|esomeprazole|brand
    nicorette|nicotine|brand
    nimvastid|rivastigmine|brand
    niquitin|nicotine|brand
    nivestim|filgrastim|brand
    nolotil|dipyrone|brand
    nolvadex|tamoxifen|brand
    nordimet|methotrexate|brand
    norditropin|somatropin|brand
    norset|mirtazapine|brand
    norspan|buprenorphine|brand
    norvasc|amlodipine|brand
    norvir|ritonavir|brand
    novalgin|dipyrone|brand
    novonorm|repaglinide|brand
    novorapid|insulin aspart|brand
    noxafil|posaconazole|brand
    nplate|romiplostim|brand
    nurofen|ibuprofen|brand
    nutropinaq|somatropin|brand
    nyvepria|pegfilgrastim|brand
    nyxoid|naloxone|brand
    obodence|denosumab|brand
    ofev|nintedanib|brand
    ogast|lansoprazole|brand
    ogivri|trastuzumab|brand
    okedi|risperidone|brand
    olazax|olanzapine|brand
    olmetec|olmesartan|brand
    omacor|omega-3 acid ethyl esters (usp)|brand
    omlyclo|omalizumab|brand
    omnic|tamsulosin|brand
    omnitrope|somatropin|brand
    onbevzi|bevacizumab|brand
    onbrez breezhaler|indacaterol|brand
    onglyza|saxagliptin|brand
    onsenal|celecoxib|brand
    ontruzant|trastuzumab|brand
    oprymea|pramipexole|brand
    opsumit|macitentan|brand
    optisulin|insulin glargine|brand
    optruma|raloxifene|brand
    opuviz|aflibercept|brand
    orfiril|valproate|brand
    orkambi|ivacaftor+lumacaftor|brand
    oruvail|ketoprofen|brand
    osenvelt|denosumab|brand
    oslif breezhaler|indacaterol|brand
    osseor|strontium ranelate|brand
    otezla|apremilast|brand
    otrivin|xylometazoline|brand
    otrivine|xylometazoline|brand
    otulfi|ustekinumab|brand
    ovaleap|follitropin alfa|brand
    oxis|formoterol|brand
    oxycontin|oxycodone|brand
    oxynorm|oxycodone|brand
    oyavas|bevacizumab|brand
    ozempic|semaglutide|brand
    palexia|tapentadol|brand
    panadol|acetaminophen|brand
    pantecta|pantoprazole|brand
    pantoloc|pantoprazole|brand
    pantozol|pantoprazole|brand
    parareg|cinacalcet|brand
    pecfent|fentanyl|brand
    pedea|ibuprofen|brand
    pelgraz|pegfilgrastim|brand
    pelmeg|pegfilgrastim|brand
    pentasa|mesalamine|brand
    plavix|clopidogrel|brand
    plenadren|hydrocortisone|brand
    plendil|felodipine|brand
    pradaxa|dabigatran etexilate|brand
    prandin|repaglinide|brand
    prezista|darunavir|brand
    priadel|lithium carbonate|brand
    primolut n|norethindrone|brand
    primperan|metoclopramide|brand
    pritor|telmisartan|brand
    pritorplus|hydrochlorothiazide+telmisartan|brand
    procoralan|ivabradine|brand
    profenid|ketoprofen|brand
    prograf|tacrolimus|brand
    prolia|denosumab|brand
    prolopa|benserazide+levodopa|brand
    prometax|rivastigmine|brand
    prostap|leuprolide|brand
    protaphane|insulin isophane, human|brand
    protelos|strontium ranelate|brand
    protium|pantoprazole|brand
    protopic|tacrolimus|brand
    provigil|modafinil|brand
    prozac|fluoxetine|brand
    pulmicort|budesonide|brand
    pyzchiva|ustekinumab|brand
    qtern|dapagliflozin+saxagliptin|brand
    quilonum|lithium carbonate|brand
    quinsair|levofloxacin|brand
    qvar|beclomethasone|brand
    ranexa|ranolazine|brand
    ranivisio|ranibizumab|brand
    rapamune|sirolimus|brand
    rasilez|aliskiren|brand
    ratiograstim|filgrastim|brand
    reactine|cetirizine|brand
    reagila|cariprazine|brand
    rebif|interferon beta-1a|brand
    relpax|eletriptan|brand
    relvar ellipta|fluticasone furoate+vilanterol|brand
    remeron|mirtazapine|brand
    remicade|infliximab|brand
    reminyl|galantamine|brand
    remodulin|treprostinil|brand
    remsima|infliximab|brand
    renvela|sevelamer carbonate|brand
    requip|ropinirole|brand
    resolor|prucalopride|brand
    retacrit|epoetin zeta|brand
    revatio|sildenafil|brand
    revinty ellipta|fluticasone furoate+vilanterol|brand
    revlimid|lenalidomide|brand
    revolade|eltrombopag|brand
    rilatine|methylphenidate|brand
    rimmyrah|ranibizumab|brand
    risperdal|risperidone|brand
    rispolept|risperidone|brand
    ristaben|sitagliptin|brand
    ristfor|metformin+sitagliptin|brand
    ritalin|methylphenidate|brand
    rivotril|clonazepam|brand
    rixathon|rituximab|brand
    riximyo|rituximab|brand
    roactemra|tocilizumab|brand
    roteas|edoxaban|brand
    rupafin|rupatadine|brand
    ruxience|rituximab|brand
    rybelsus|semaglutide|brand
    saizen|somatropin|brand
    salamol|albuterol|brand
    salazopyrin|sulfasalazine|brand
    salofalk|mesalamine|brand
    samsca|tolvaptan|brand
    sandimmun|cyclosporine|brand
    sandostatin|octreotide|brand
    saxenda|liraglutide|brand
    securon|verapamil|brand
    seloken|metoprolol|brand
    semglee|insulin glargine|brand
    seretide|fluticasone+salmeterol|brand
    serevent|salmeterol|brand
    seroplex|escitalopram|brand
    seropram|citalopram|brand
    seroquel|quetiapine|brand
    seroxat|paroxetine|brand
    sifrol|pramipexole|brand
    siklos|hydroxyurea|brand
    silapo|epoetin zeta|brand
    silgard|human papillomavirus vaccine|brand
    silodyx|silodosin|brand
    simponi|golimumab|brand
    sinemet|carbidopa+levodopa|brand
    singulair|montelukast|brand
    sintrom|acenocoumarol|brand
    slozem|diltiazem|brand
    soliris|eculizumab|brand
    somac|pantoprazole|brand
    somatuline|lanreotide|brand
    sondelbay|teriparatide|brand
    soriatane|acitretin|brand
    sortis|atorvastatin|brand
    spedifen|ibuprofen|brand
    spedra|avanafil|brand
    spiolto respimat|olodaterol+tiotropium|brand
    spiriva|tiotropium|brand
    stalevo|carbidopa+entacapone+levodopa|brand
    stelara|ustekinumab|brand
    steqeyma|ustekinumab|brand
    stesolid|diazepam|brand
    stilnoct|zolpidem|brand
    stilnox|zolpidem|brand
    stivarga|regorafenib|brand
    stoboclo|denosumab|brand
    strattera|atomoxetine|brand
    striverdi respimat|olodaterol|brand
    suboxone|buprenorphine+naloxone|brand
    subutex|buprenorphine|brand
    suliqua|insulin glargine+lixisenatide|brand
    sultanol|albuterol|brand
    sutent|sunitinib|brand
    symbicort|budesonide+formoterol|brand
    symkevi|ivacaftor+tezacaftor|brand
    synjardy|empagliflozin+metformin|brand
    tachipirina|acetaminophen|brand
    tafinlar|dabrafenib|brand
    tahor|atorvastatin|brand
    talmanco|tadalafil|brand
    tandemact|glimepiride+pioglitazone|brand
    tarceva|erlotinib|brand
    tareg|valsartan|brand
    targaxan|rifaximin|brand
    targin|naloxone+oxycodone|brand
    targinact|naloxone+oxycodone|brand
    tasermity|sevelamer carbonate|brand
    tasigna|nilotinib|brand
    tavanic|levofloxacin|brand
    tavor|lorazepam|brand
    tecfidera|dimethyl fumarate|brand
    tegretol|carbamazepine|brand
    telfast|fexofenadine|brand
    temesta|lorazepam|brand
    temgesic|buprenorphine|brand
    temodal|temozolomide|brand
    terrosa|teriparatide|brand
    tesavel|sitagliptin|brand
    tevagrastim|filgrastim|brand
    teveten|eprosartan|brand
    thymanax|agomelatine|brand
    thyrax|levothyroxine|brand
    tildiem|diltiazem|brand
    tivicay|dolutegravir|brand
    tobi podhaler|tobramycin|brand
    tolucombi|hydrochlorothiazide+telmisartan|brand
    tolura|telmisartan|brand
    topalgic|tramadol|brand
    topamax|topiramate|brand
    torem|torsemide|brand
    torvast|atorvastatin|brand
    toujeo|insulin glargine|brand
    toviaz|fesoterodine|brand
    trajenta|linagliptin|brand
    tramacet|acetaminophen+tramadol|brand
    tramal|tramadol|brand
    transtec|buprenorphine|brand
    travatan|travoprost|brand
    trazimera|trastuzumab|brand
    trelegy ellipta|fluticasone furoate+umeclidinium+vilanterol|brand
    trepulmix|treprostinil|brand
    tresiba|insulin degludec|brand
    tresleen|sertraline|brand
    trevicta|paliperidone|brand
    trevilor|venlafaxine|brand
    trileptal|oxcarbazepine|brand
    trittico|trazodone|brand
    trudexa|adalimumab|brand
    trusopt|dorzolamide|brand
    truvada|emtricitabine+tenofovir disoproxil|brand
    truxima|rituximab|brand
    tuznue|trastuzumab|brand
    twynsta|amlodipine+telmisartan|brand
    tyenne|tocilizumab|brand
    tyruko|natalizumab|brand
    tysabri|natalizumab|brand
    ultibro breezhaler|indacaterol+glycopyrronium|brand
    ulunar breezhaler|indacaterol+glycopyrronium|brand
    urorec|silodosin|brand
    uroxatral|alfuzosin|brand
    ursofalk|ursodiol|brand
    uzpruvo|ustekinumab|brand
    valdoxan|agomelatine|brand
    valium|diazepam|brand
    vantobra|tobramycin|brand
    vargatef|nintedanib|brand
    vastarel|trimetazidine|brand
    vegzelma|bevacizumab|brand
    velcade|bortezomib|brand
    velmetia|metformin+sitagliptin|brand
    ventoline|albuterol|brand
    verkazia|cyclosporine|brand
    vesicare|solifenacin|brand
    vesikur|solifenacin|brand
    vfend|voriconazole|brand
    viagra|sildenafil|brand
    viani|fluticasone+salmeterol|brand
    victoza|liraglutide|brand
    vimpat|lacosamide|brand
    vipdomet|alogliptin+metformin|brand
    vipidia|alogliptin|brand
    viread|tenofovir disoproxil|brand
    vivanza|vardenafil|brand
    voltaren|diclofenac|brand
    voltarol|diclofenac|brand
    votubia|everolimus|brand
    vydura|rimegepant|brand
    vylaer spiromax|budesonide+formoterol|brand
    wegovy|semaglutide|brand
    wezenla|ustekinumab|brand
    wyost|denosumab|brand
    xadago|safinamide|brand
    xalacom|latanoprost+timolol|brand
    xalatan|latanoprost|brand
    xarelto|rivaroxaban|brand
    xatral|alfuzosin|brand
    xbryk|denosumab|brand
    xelevia|sitagliptin|brand
    xeloda|capecitabine|brand
    xeplion|paliperidone|brand
    xeristar|duloxetine|brand
    xeroquel|quetiapine|brand
    xgeva|denosumab|brand
    xifaxan|rifaximin|brand
    xigduo|dapagliflozin+metformin|brand
    xiliarx|vildagliptin|brand
    ximluci|ranibizumab|brand
    xolair|omalizumab|brand
    xoterna breezhaler|indacaterol+glycopyrronium|brand
    xromi|hydroxyurea|brand
    xultophy|insulin degludec+liraglutide|brand
    xusal|levocetirizine|brand
    xyrem|sodium oxybate|brand
    xyzal|levocetirizine|brand
    yanimo respimat|olodaterol+tiotropium|brand
    yentreve|duloxetine|brand
    yesafili|aflibercept|brand
    yuflyma|adalimumab|brand
    zalasta|olanzapine|brand
    zaldiar|acetaminophen+tramadol|brand
    zalviso|sufentanil|brand
    zanidip|lercanidipine|brand
    zarzio|filgrastim|brand
    zebinix|eslicarbazepine|brand
    zeffix|lamivudine|brand
    zeldox|ziprasidone|brand
    zercepac|trastuzumab|brand
    zessly|infliximab|brand
    zestril|lisinopril|brand
    ziextenzo|pegfilgrastim|brand
    zimovane|zopiclone|brand
    zirabev|bevacizumab|brand
    zirtek|cetirizine|brand
    zispin|mirtazapine|brand
    zocor|simvastatin|brand
    zofran|ondansetron|brand
    zoladex|goserelin|brand
    zolafren|olanzapine|brand
    zoloft|sertraline|brand
    zomarist|metformin+vildagliptin|brand
    zometa|zoledronic acid|brand
    zomig|zolmitriptan|brand
    zonegran|zonisamide|brand
    zophren|ondansetron|brand
    zoton|lansoprazole|brand
    zovirax|aciclovir|brand
    zydol|tramadol|brand
    zyllt|clopidogrel|brand
    zypadhera|olanzapine|brand
    zyprexa|olanzapine|brand
    zyrtec|cetirizine|brand
    zyvoxid|linezolid|brand
    """
}
