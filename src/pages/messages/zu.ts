// Every text for customers, in isiZulu. Names of shops and banks are in class 9 (i-, ku-, ne-, le-).
import type { en } from './en.ts';

export const zu = {
  months: ['Jan', 'Feb', 'Mas', 'Eph', 'Mey', 'Jun', 'Jul', 'Aga', 'Sep', 'Okt', 'Nov', 'Dis'],
  frame: {
    skip: 'Yeqela engxenyeni eyinhloko',
    language: 'Ulimi',
    test: 'Isivivinyo',
    testMeaning:
      'Le yinkokhelo yokuzivivinya. Uwena okhetha ukuthi iphela kanjani, futhi akukho mali ehambayo.',
    sandboxMeaning: 'Amabhange alapha awokulingisa, ngakho akukho mali yangempela ehambayo.',
    whoRuns: (operator: string) => `I-${operator} iphethe leli khasi lokukhokha.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `I-${operator} iphethe leli khasi lokukhokha egameni le-${merchant}.`,
    neverAsk:
      'Asilokothi sicele iphasiwedi noma i-PIN yebhange lakho. Ukufaka ekhasini lebhange lakho kuphela.',
    help: 'Usizo',
    helpOrder: (merchant: string) => `Uma unemibuzo ngalokho okuthengayo, buza ku-${merchant}.`,
    helpMoney: (reference: string) =>
      `Uma unemibuzo ngemali ephume ku-akhawunti yakho, buza ebhange lakho unikeze le referensi: ${reference}.`,
  },
  payment: {
    pay: (merchant: string) => `Khokhela i-${merchant}`,
    reference: 'Ireferensi',
    bank: 'Ibhange',
    amount: 'Inani',
    payee: 'Okhokhelwayo',
    payer: 'Okhokhayo',
    accountOf: (bank: string, digits: string) => `${bank}, i-akhawunti egcina ngo-${digits}`,
    when: 'Nini',
    whatFor: 'Okukhokhelwayo',
    minutesLeft: (n: string) => `Usalelwe yimizuzu engu-${n}.`,
    oneMinuteLeft: 'Usalelwe ngumzuzu o-1.',
    secondsLeft: (n: string) => `Usalelwe yimizuzwana engu-${n}.`,
    payBefore: (time: string) => `Khokha ngaphambi kuka-${time}.`,
    cancel: (merchant: string) => `Khansela ubuyele ku-${merchant}`,
    cancelHere: 'Khansela le nkokhelo',
    back: (merchant: string) => `Buyela ku-${merchant}`,
    noMoneyLeft: 'Akukho mali ephumile ku-akhawunti yakho.',
    mayStillPay: (merchant: string) =>
      `Uma uyigunyazile ebhange lakho, ungakhokhi futhi. Lapho ibhange lakho lisitshela, sizotshela i-${merchant}.`,
  },
  leave: {
    close: 'Ungalivala leli windi.',
    reach: (merchant: string) => `Thinta i-${merchant}:`,
    asBefore: (merchant: string) =>
      `Ukuze uthinte i-${merchant}, sebenzisa umyalezo noma ikhasi elikulethe lapha.`,
    phone: 'Ucingo',
    email: 'I-imeyili',
  },
  choose: {
    title: 'Khetha ibhange lakho',
    search: 'Sesha ibhange lakho',
    searchButton: 'Sesha',
    noneFound: 'Alikho ibhange elinalelo gama lapha.',
    showAll: 'Bonisa wonke amabhange',
    lastUsed: 'Lisetshenziswe kamuva',
    unavailable: 'Alitholakali njengamanje',
    unavailableReasons: {
      down: 'alisiphenduli',
      maintenance: 'liyalungiswa',
    },
    amountLabel: 'Ufuna ukukhokha malini?',
    amountHint: (min: string, max: string) => `Kusuka ku-${min} kuya ku-${max}.`,
    continueTo: (bank: string) => `Qhubekela ku-${bank}`,
    continueToBank: 'Qhubekela ebhange lakho',
  },
  handOff: {
    pay: 'Khokha ngefoni yakho',
    approve: 'Gunyaza ngefoni yakho',
    code: 'Ikhodi ye-QR enekheli laleli khasi',
    explain: 'Skena lokhu ngekhamera yefoni yakho, bese uqhubeka khona.',
    look: 'Usuqedile efonini yakho? Bheka ukuthi kumi kanjani.',
  },
  consent: {
    title: 'Ovumelana nakho',
    order: (amount: string, merchant: string) =>
      `Usicela ukuba silungise inkokhelo eyodwa engu-${amount} esuka ku-akhawunti yakho yasebhange iye ku-${merchant}.`,
    orderVariable: (merchant: string) =>
      `Usicela ukuba silungise inkokhelo eyodwa yenani elingenhla esuka ku-akhawunti yakho yasebhange iye ku-${merchant}.`,
    approval: 'Uyayihlola bese uyigunyaza ebhange lakho. Ngaphambi kokuba uyigunyaze, akukho mali ehambayo.',
    more: 'Funda konke',
    does: (reference: string) =>
      `Esikwenzayo: sithumela ebhange lakho inkokhelo eyodwa enenani, igama lokhokhelwayo, nereferensi ethi ${reference}. Asikwazi ukushintsha inani, futhi asikwazi ukuphinde sithathe imali ngokuhamba kwesikhathi.`,
    sees: 'Esikubonayo: ibhange lakho lisitshela ukuthi ukhokhile yini, nokuthi ukhokhe ngayiphi i-akhawunti. Sibonisa izinombolo zayo zokugcina kuphela. Asiyiboni neze iphasiwedi yakho, i-PIN yakho noma ibhalansi yakho.',
    shares: (merchant: string) =>
      `Esimtshelayo: sitshela i-${merchant} ukuthi ukhokhile yini, ukuthi ukhokhe ngaliphi ibhange, nezinombolo zokugcina ze-akhawunti.`,
    keeps:
      'Esikugcinayo: ovumelene nakho lapha, ukuthi nini, nokuthi ngaliphi ikheli le-inthanethi, ukuze wena nathi sikwazi ukukufakazela.',
    stops: (merchant: string) =>
      `Indlela yokuyimisa: ungakhansela kuze kube yilapho uyigunyaza ebhange lakho. Ngemva kwalokho inkokhelo ayisaguquki, futhi yi-${merchant} kuphela engakubuyisela imali.`,
    version: (version: string) => `Inguqulo ${version}`,
  },
  errors: {
    title: 'Kunenkinga',
    noBank: 'Khetha ibhange lakho kuqala.',
    bankUnavailable: (bank: string) =>
      `I-${bank} ayikwazi ukwamukela izinkokhelo njengamanje. Akukho mali ephumile ku-akhawunti yakho.`,
    bankUnreachable: (bank: string) =>
      `Asikwazanga ukuxhumana ne-${bank}. Akukho mali ephumile ku-akhawunti yakho.`,
    otherBank: 'Khetha elinye ibhange, noma uzame futhi kamuva.',
    amountMissing: 'Bhala ukuthi ufuna ukukhokha malini.',
    amountUnreadable: 'Bhala inani ngamarandi namasenti, njengo-150,50.',
    amountOutOfRange: (min: string, max: string) => `Bhala inani elisuka ku-${min} liye ku-${max}.`,
  },
  lastTry: {
    title: 'Umzamo wakho wokugcina awuphumelelanga',
    next: 'Khetha elinye ibhange, noma uzame futhi.',
  },
  testOutcome: {
    title: 'Khetha ukuthi lesi sivivinyo siphela kanjani',
    explain: (merchant: string) =>
      `Alikho ibhange elibuzwayo futhi akukho mali ebhalwayo. I-${merchant} ithola impendulo oyikhethayo, njengasenkokhelweni yangempela.`,
    successful: 'Iphumelele',
    successfulMeans: 'Ibhange likhokhile.',
    cancelled: 'Ikhanseliwe',
    cancelledMeans: 'Ikhasimende likhansele ebhange.',
    error: 'Iphutha',
    errorMeans: 'Ibhange alikwazanga ukukhokha.',
    abandoned: 'Ishiyiwe',
    abandonedMeans: 'Ikhasimende lihambile alabuya.',
    pending: 'Isalindile',
    pendingMeans: 'Ibhange alikaphenduli.',
    button: 'Qeda isivivinyo kanje',
    missing: 'Khetha ukuthi isivivinyo siphela kanjani.',
  },
  atBank: {
    title: (bank: string) => `Yigunyaze ku-${bank}`,
    explain: (bank: string) =>
      `Inkokhelo yakho isilungile ku-${bank}. Hlola inani negama khona, bese uyayigunyaza.`,
    next: 'Ngemva kwalokho ibhange lakho likubuyisela lapha, bese sikubonisa umphumela.',
    button: (bank: string) => `Qhubeka ku-${bank}`,
    other: 'Khetha elinye ibhange',
  },
  eft: {
    or: 'Noma uzikhokhele wena',
    pay: 'Khokha nge-EFT noma nge-PayShap',
    hint: 'Ukhokha nganoma yiliphi ibhange, ku-app yebhange lakho. Sikubonisa i-akhawunti nereferensi.',
    started: 'Unayo imininingwane yokukhokha nge-EFT noma nge-PayShap. Uma usukhokhile, ungakhokhi futhi.',
    explain:
      'Khokhela le akhawunti ku-app yebhange lakho. Kopisha yonke imininingwane njengoba injalo lapha.',
    receives: (holder: string, merchant: string) =>
      `I-${holder} yamukela izinkokhelo egameni le-${merchant}.`,
    holder: 'Umnikazi we-akhawunti',
    account: 'Inombolo ye-akhawunti',
    branch: 'Ikhodi yegatsha',
    copy: 'Kopisha',
    copied: 'Kukopishiwe',
    exact: (amount: string) =>
      `Khokha u-${amount} ncamashi, kanye, futhi unikeze yona kanye le referensi. Uma kungenjalo umuntu kufanele ayihlole kuqala, futhi lokho kuthatha isikhathi eside.`,
    range: (min: string, max: string) =>
      `Ungakhokha noma yiliphi inani kusuka ku-${min} kuya ku-${max}, kanye. Nikeza yona kanye le referensi.`,
    waiting: 'Silinde inkokhelo yakho.',
    statement:
      'Siyibona inkokhelo yakho esitatimendeni sebhange esilandelayo. I-PayShap ivame ukufika ngokushesha; i-EFT ingathatha kuze kube usuku lokusebenza olulandelayo.',
    seen: (merchant: string) =>
      `Lapho ifika, leli khasi lizishintsha ngokwalo, futhi sizotshela i-${merchant}.`,
    safe: 'Ungalivala leli khasi ubuye kulo kamuva. Sicela ungakhokhi kabili.',
    later: (merchant: string) => `Uma imali yakho ifika ngemva kwalokho, sisazoyitshela i-${merchant}.`,
    other: 'Khetha enye indlela yokukhokha',
    print: 'Phrinta leli khasi',
    held: 'Iyahlolwa.',
    heldAmount: (came: string, asked: string) =>
      `Kufike u-${came}, kodwa bekucelwe u-${asked}. Ngakho umuntu kufanele ayibheke kuqala.`,
    heldMore: 'Kufike inkokhelo engaphezu kweyodwa ngale referensi. Ngakho umuntu kufanele ayibheke kuqala.',
    heldNext: (merchant: string) =>
      `Imali yakho ayilahlekile. Sicela ungakhokhi futhi. Lapho sekunqunyiwe, leli khasi lizoshintsha, futhi sizotshela i-${merchant}.`,
    mayHavePaid: (merchant: string) =>
      `Uma usukhokhile, ungakhokhi futhi. Lapho sibona imali yakho, sizotshela i-${merchant}.`,
    unused: (merchant: string) =>
      `Imali efikele le nkokhelo ayisetshenziselwanga yona. Buza i-${merchant} ngayo ngaphambi kokuba ukhokhe futhi.`,
  },
  waiting: {
    title: 'Silinde ibhange lakho.',
    since: (bank: string, time: string) => `Silinde i-${bank} kusukela ngo-${time}.`,
    soon: 'Kuvame ukuthatha imizuzwana embalwa. Leli khasi lizishintsha ngokwalo lapho ibhange lakho liphendula.',
    slow: (merchant: string) =>
      `Ibhange lakho alikaphenduli, ngakho inkokhelo yakho isalindile. Lapho impendulo ifika, sizotshela i-${merchant} ngaso leso sikhathi. Sicela ungakhokhi futhi.`,
    safe: 'Ungalivala leli khasi. Inkokhelo yakho iyaqhubeka ngaphandle kwalo.',
  },
  paid: {
    title: 'Kukhokhiwe.',
    explain: (merchant: string) =>
      `Ibhange lakho liyenzile inkokhelo, futhi siyayitshela i-${merchant}. Akukho okunye okufanele ukwenze.`,
    late: (merchant: string) =>
      `Ibhange lakho lenze le nkokhelo ngemva kokuphela kwesikhathi sayo. Imali iphumile ku-akhawunti yakho, futhi siyayitshela i-${merchant}. Babuze ukuthi i-oda lakho lisaqhubeka yini, noma bazokubuyisela imali yini.`,
    takingBack: (merchant: string) => `Sikubuyisela ku-${merchant}.`,
    stay: 'Hlala kuleli khasi',
  },
  notPaid: {
    title: 'Akukhokhiwe.',
    declined: (bank: string) => `I-${bank} iyenqabile le nkokhelo.`,
    cancelled: (bank: string) => `Uyikhansele le nkokhelo ku-${bank}.`,
    abandoned: (bank: string) => `Le nkokhelo ayiqedwanga ku-${bank}.`,
    failed: (bank: string) => `Kukhona okungahambanga kahle ku-${bank}, futhi inkokhelo ayenziwanga.`,
    reversed: (bank: string) => `I-${bank} iyenzile le nkokhelo, kodwa yaphinde yayithatha imali.`,
    declinedNext:
      'Hlola ibhalansi yakho nomkhawulo wakho wosuku ebhange lakho, noma ukhokhe ngelinye ibhange.',
    otherNext: 'Ungazama futhi, noma ukhokhe ngelinye ibhange.',
    tryAgain: 'Zama elinye ibhange',
  },
  takenBack: {
    title: 'Imali ibuyele ebhange.',
    explain:
      'Imali yale nkokhelo ifikile, kodwa ibhange laphinde layithatha. Ngakho le nkokhelo ayikhokhiwe.',
    money: 'Buza ibhange lakho ukuthi imali isibuyele yini ku-akhawunti yakho.',
    next: (merchant: string) => `Buza i-${merchant} ngaphambi kokuba ukhokhe futhi.`,
  },
  cancelled: {
    title: 'Ikhanseliwe.',
    explain: 'Le nkokhelo ikhanseliwe.',
    next: (merchant: string) => `Uma usafuna ukukhokha, qala kabusha ku-${merchant}.`,
  },
  expired: {
    title: 'Isikhathi siphelile.',
    explain: (time: string) => `Isikhathi sokukhokha siphele ngo-${time}.`,
    next: (merchant: string) => `Uma usafuna ukukhokha, qala kabusha ku-${merchant}.`,
  },
  subscribe: {
    asks: (merchant: string) => `I-${merchant} icela inkokhelo ephindaphindwayo`,
    asksOnce: (merchant: string) => `I-${merchant} icela inkokhelo eyodwa`,
    every: {
      Daily: 'nsuku zonke',
      Weekly: 'masonto onke',
      Fortnightly: 'njalo ngemva kwamasonto amabili',
      Monthly: 'nyanga zonke',
      Biannually: 'njalo ngemva kwezinyanga eziyisithupha',
      Annually: 'minyaka yonke',
    },
    once: 'kanye',
    now: 'Manje',
    onApproval: (amount: string) => `${amount}, uma ugunyaza`,
    atStart: 'Kanye, lapho kugunyazwa',
    first: 'Inkokhelo yokuqala',
    last: 'Inkokhelo yokugcina',
    only: 'Usuku lokukhokha',
    count: 'Zingaki',
    total: 'Sekukonke',
    totalAtMost: 'Umkhawulo wakho konke',
    withoutSingle: 'Ngaphandle kwezesikhathi esisodwa',
    account: 'I-akhawunti',
    single: 'Izinkokhelo zesikhathi esisodwa',
    band: (merchant: string, min: string, max: string) =>
      `I-${merchant} ingathatha nezinkokhelo zesikhathi esisodwa phakathi nalesi sikhathi, ngayinye isuka ku-${min} iye ku-${max}.`,
    onlyOne: 'Ingaba yinye kuphela.',
    atMost: (n: string) => `Inani lazo aleqi ku-${n}.`,
    together: (sum: string) => `Sezihlangene azeqi ku-${sum}.`,
    movesAfter:
      'Inkokhelo ewela ngempelasonto noma ngeholide lomphakathi ithathwa ngosuku lokusebenza olulandelayo.',
    movesBefore:
      'Inkokhelo ewela ngempelasonto noma ngeholide lomphakathi ithathwa ngosuku lokusebenza olungaphambi kwalo.',
    decideBefore: (time: string) => `Nquma ngaphambi kuka-${time}.`,
    decline: 'Yenqaba',
    declineAndBack: (merchant: string) => `Yenqaba ubuyele ku-${merchant}`,
    nothingTaken: 'Akukho mali ezothathwa ku-akhawunti yakho.',
    startAgain: (merchant: string) => `Uma usayifuna, qala kabusha ku-${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `Uvumela i-${merchant} ukuba ithathe inkokhelo engu-${amount} ${often} ku-akhawunti yakho yasebhange, kusukela ngo-${first} kuze kube ngu-${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `Uvumela i-${merchant} ukuba ithathe inkokhelo engu-${amount} kanye ku-akhawunti yakho yasebhange, ngo-${day}.`,
    agreeNow: (amount: string) => `Inkokhelo engu-${amount} ithathwa ngaso leso sikhathi lapho ugunyaza.`,
    agreeSingle: 'Uvumela nezinkokhelo zesikhathi esisodwa ezichazwe ngenhla.',
    does: (reference: string) =>
      `Esikwenzayo: sicela ibhange lakho ukuba lenze izinkokhelo eziphindaphindwayo ngezinsuku okuvunyelwene ngazo, ngereferensi ethi ${reference}. Awugunyazi inkokhelo ngayinye. Uma ibhange lakho linqaba inkokhelo, siyayizama futhi ngezinsuku ezimbili zokusebenza ezilandelayo.`,
    doesWithSingle: (reference: string) =>
      `Esikwenzayo: sicela ibhange lakho ukuba lenze izinkokhelo eziphindaphindwayo ngezinsuku okuvunyelwene ngazo, nanoma iyiphi inkokhelo yesikhathi esisodwa ngosuku ecelwa ngalo, ngereferensi ethi ${reference}. Awugunyazi inkokhelo ngayinye. Uma ibhange lakho linqaba inkokhelo, siyayizama futhi ngezinsuku ezimbili zokusebenza ezilandelayo.`,
    sees: 'Esikubonayo: ibhange lakho lisitshela ukuthi ugunyazile yini, ukuthi inkokhelo ngayinye yenziwe yini, nokuthi ikhokhwe ngayiphi i-akhawunti. Sibonisa izinombolo zayo zokugcina kuphela. Asiyiboni neze iphasiwedi yakho, i-PIN yakho noma ibhalansi yakho.',
    shares: (merchant: string) =>
      `Esimtshelayo: sitshela i-${merchant} ukuthi ugunyazile yini, ukuthi inkokhelo ngayinye yenziwe yini, ukuthi ngaliphi ibhange, nezinombolo zokugcina ze-akhawunti.`,
    stops: (merchant: string) =>
      `Indlela yokuyimisa: cela i-${merchant} ukuba iyikhansele, noma utshele ibhange lakho ukuba liyimise. Imali esithathiwe ngaleso sikhathi ayibuyi yodwa, futhi yi-${merchant} kuphela engakubuyisela yona.`,
    atBank: (bank: string) =>
      `Inkokhelo yakho ephindaphindwayo isilungile ku-${bank}. Hlola inani negama khona, bese uyayigunyaza noma uyayenqaba.`,
    slow: (merchant: string) =>
      `Ibhange lakho alikaphenduli, ngakho asazi ukuthi uyigunyazile yini. Siyaqhubeka nokubuza, futhi sizotshela i-${merchant} lapho impendulo ifika. Kuze kube yilapho, akukho mali ethathwayo.`,
    safe: 'Ungalivala leli khasi. Siyaqhubeka nokubuza ngaphandle kwalo.',
    undecided: 'Uma ungakanqumi ebhange lakho, ungakwenza khona.',
    active: 'Igunyaziwe.',
    activeMeans: (merchant: string) =>
      `Ibhange lakho livumile, futhi siyayitshela i-${merchant}. Akukho okunye okufanele ukwenze.`,
    agreedTitle: 'Ovumelene nakho',
    agreedOn: (time: string) => `Uvumelene nalokhu ngo-${time}.`,
    record: 'Leli khasi liwubufakazi bakho. Ungaliphrinta noma uligcine.',
    print: 'Phrinta leli khasi',
    declined: 'Yenqatshiwe.',
    declinedMeans: 'Le nkokhelo ephindaphindwayo yenqatshiwe.',
    stopped: 'Imisiwe.',
    stoppedMeans: 'Izinkokhelo eziningi ezilandelanayo azenziwanga, ngakho azikho izinkokhelo ezintsha.',
    stoppedNext: (merchant: string) =>
      `Buza i-${merchant} ukuthi lokhu kusho ukuthini ngalokho obukukhokhela.`,
    cancelled: 'Le nkokhelo ephindaphindwayo ikhanseliwe.',
    cancelledLater: 'Azikho izinkokhelo ezintsha. Inkokhelo ibhange lakho eselinayo ingase iqhubeke.',
    completed: 'Iphelile.',
    completedMeans: 'Le nkokhelo ephindaphindwayo ifike ekupheleni kwayo. Azikho izinkokhelo ezintsha.',
    expired: (time: string) => `Isikhathi sokugunyaza siphele ngo-${time}.`,
  },
  charge: {
    title: 'Akukho okufanele ukwenze lapha.',
    partOf: (merchant: string) => `Le nkokhelo uyivumele lapho ugunyaza izinkokhelo eziya ku-${merchant}.`,
    byBank: 'Ibhange lakho liyenza ngaphandle kwakho.',
    notYet: 'Akukakhokhwa.',
    missed: (amount: string, day: string) => `Inkokhelo engu-${amount} yango-${day} ayenziwanga.`,
    takenBack: (amount: string, day: string) =>
      `Imali yenkokhelo engu-${amount} yango-${day} ibuyele ebhange.`,
    again: (day: string) =>
      `Sizobuza ibhange lakho futhi ngo-${day}. Qinisekisa ukuthi kunemali eyanele ku-akhawunti yakho.`,
    givenUp: 'Asisayizami futhi le nkokhelo.',
    nextOn: (day: string) => `Elandelayo ingo-${day}.`,
    noneNext: 'Azikho izinkokhelo ezintsha.',
    ask: (merchant: string) => `Buza i-${merchant} ukuthi ungayikhokha kanjani le.`,
  },
  noBanks: {
    title: 'Lesi sitolo asikwazi ukukhokhelwa lapha njengamanje.',
    explain: 'Okwamanje alikho ibhange elixhunywe kuleli khasi, ngakho alikho ibhange ongalikhetha.',
    next: (merchant: string) =>
      `Buza i-${merchant} ukuthi ungakhokha kanjani ngenye indlela, noma ubuye kamuva.`,
  },
  link: {
    continue: 'Qhubekela enkokhelweni',
    again: (merchant: string) => `Cela isixhumanisi esisha ku-${merchant}.`,
    paid: 'Sekukhokhiwe.',
    paidMeans: 'Inkokhelo yalesi sixhumanisi isenziwe. Akudingeki ukhokhe futhi.',
    disabled: 'Lesi sixhumanisi sivaliwe.',
    disabledMeans: (merchant: string) => `I-${merchant} ayisazamukeli izinkokhelo ngalesi sixhumanisi.`,
    expired: 'Lesi sixhumanisi siphelelwe yisikhathi.',
    expiredMeans: (time: string) => `Isikhathi sokukhokha siphele ngo-${time}.`,
    taken: (merchant: string) =>
      `I-${merchant} inenye inkokhelo enale nombolo yereferensi, ngakho ayikwazi ukukhokhwa ngalesi sixhumanisi.`,
  },
  notFound: {
    title: 'Asiyitholi le nkokhelo.',
    explain: 'Kungenzeka ukuthi isixhumanisi asiphelele, noma inkokhelo ayikho.',
    money: 'Ukuvula leli khasi akuthathanga mali.',
    next: 'Buyela esitolo uphinde uvule inkokhelo khona.',
  },
  nothingHere: {
    title: 'Akukho lutho kuleli kheli.',
    explain: 'Kungenzeka ukuthi isixhumanisi asiphelele, noma kukhona uhlamvu olungalungile.',
    next: 'Buyela lapho ubuvela khona uphinde uvule isixhumanisi khona.',
  },
  cannotStart: {
    title: 'Le nkokhelo ayikwazi ukuqala.',
    explain: 'Isitolo sisithumelele into esingakwazi ukuyamukela. Akulona iphutha lakho.',
    next: 'Buyela esitolo uzame futhi. Uma kwenzeka futhi, tshela isitolo.',
    technical: 'Okwesitolo: okungahambanga kahle',
  },
  unavailable: {
    title: 'Leli khasi alisebenzi njengamanje.',
    explain: 'Kukhona okungasebenzi ngasohlangothini lwethu. Sicela uzame futhi ngemva komzuzu.',
    money: 'Uma ungakagunyazi inkokhelo ebhange lakho, akukho mali ephumile ku-akhawunti yakho.',
    approved: 'Uma usuyigunyazile, ungakhokhi futhi: ibhange lakho lizositshela, bese sitshela isitolo.',
    retry: 'Zama futhi',
  },
} satisfies typeof en;
