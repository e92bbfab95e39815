// Every text for customers, in isiZulu. Names of shops and banks are in class 9 (i-, ku-, ne-, le-).
import type { en } from './en.ts';

export const zu = {
  months: ['Jan', 'Feb', 'Mas', 'Eph', 'Mey', 'Jun', 'Jul', 'Aga', 'Sep', 'Okt', 'Nov', 'Dis'],
  frame: {
    skip: 'Yeqela engxenyeni eyinhloko',
    language: 'Ulimi',
    test: 'Isivivinyo',
    testMeaning: 'Le yinkokhelo yokuhlola. Uwena okhetha umphumela, futhi akukho mali ehambayo.',
    sandboxMeaning: 'Amabhange alapha awokulingisa, ngakho akukho mali yangempela ehambayo.',
    whoRuns: (operator: string) => `Leli khasi lokukhokha lihlinzekwa yi-${operator}.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `Leli khasi lokukhokha lihlinzekwa yi-${operator} egameni le-${merchant}.`,
    neverAsk:
      'Asisoze sacela iphasiwedi noma i-PIN yebhange lakho. Kufake ekhasini noma ku-app yebhange lakho kuphela.',
    help: 'Usizo',
    helpOrder: (merchant: string) => `Unemibuzo nge-oda lakho? Thinta i-${merchant}.`,
    helpMoney: (reference: string) =>
      `Unemibuzo ngemali ephume ku-akhawunti yakho? Thinta ibhange lakho unikeze le referensi: ${reference}.`,
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
      `Uma uyigunyazile ebhange lakho, sicela ungakhokhi futhi. Sizokwazisa i-${merchant} lapho ibhange lakho liyiqinisekisa.`,
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
    noneFound: 'Alikho ibhange elihambisana nosesho lwakho.',
    showAll: 'Bonisa wonke amabhange',
    lastUsed: 'Lisetshenziswe kamuva',
    unavailable: 'Alitholakali njengamanje',
    unavailableReasons: {
      down: 'aliphenduli',
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
    explain: 'Skena le khodi ngekhamera yefoni yakho, bese uqhubeka khona.',
    look: 'Usuqedile efonini yakho? Bheka isimo senkokhelo.',
  },
  consent: {
    title: 'Ovumelana nakho',
    order: (amount: string, merchant: string) =>
      `Usigunyaza ukuba silungise inkokhelo eyodwa engu-${amount} esuka ku-akhawunti yakho yasebhange iye ku-${merchant}.`,
    orderVariable: (merchant: string) =>
      `Usigunyaza ukuba silungise inkokhelo eyodwa yenani elingenhla esuka ku-akhawunti yakho yasebhange iye ku-${merchant}.`,
    approval: 'Uyihlola futhi uyigunyaze ebhange lakho. Kuze kube yilapho, akukho mali ehambayo.',
    more: 'Funda yonke imigomo',
    does: (reference: string) =>
      `Sithumela ebhange lakho inkokhelo eyodwa enenani, umamukeli, nereferensi ethi ${reference}. Asikwazi ukushintsha inani, futhi asikwazi ukuphinde sithathe imali kamuva.`,
    sees: 'Ibhange lakho lisiqinisekisela ukuthi ukhokhile yini, nokuthi ukhokhe ngayiphi i-akhawunti. Sibonisa izinombolo zayo zokugcina kuphela. Asiyiboni neze iphasiwedi yakho, i-PIN yakho noma ibhalansi yakho.',
    shares: (merchant: string) =>
      `Sabelana ne-${merchant} ngalokhu: ukuthi ukhokhile yini, ibhange lakho, nezinombolo zokugcina ze-akhawunti.`,
    keeps:
      'Sigcina irekhodi lemigomo ovumelene nayo lapha, isikhathi, nekheli le-inthanethi, njengobufakazi bakho nobethu.',
    stops: (merchant: string) =>
      `Ungakhansela kuze kube yilapho uyigunyaza ebhange lakho. Ngemva kwalokho inkokhelo ayisaguquki, futhi yi-${merchant} kuphela engabuyisa imali.`,
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
    amountMissing: 'Bhala inani ofuna ukulikhokha.',
    amountUnreadable: 'Bhala inani ngamarandi namasenti, njengo-150,50.',
    amountOutOfRange: (min: string, max: string) => `Bhala inani elisuka ku-${min} liye ku-${max}.`,
  },
  lastTry: {
    title: 'Umzamo wakho wokugcina awuphumelelanga',
    next: 'Khetha elinye ibhange, noma uzame futhi.',
  },
  testOutcome: {
    title: 'Khetha umphumela walesi sivivinyo',
    explain: (merchant: string) =>
      `Alikho ibhange elithintwayo futhi akukho mali ehambayo. I-${merchant} ithola umphumela owukhethayo, njengasenkokhelweni yangempela.`,
    successful: 'Iphumelele',
    successfulMeans: 'Ibhange likhokhile.',
    cancelled: 'Ikhanseliwe',
    cancelledMeans: 'Ikhasimende likhansele ebhange.',
    error: 'Iphutha',
    errorMeans: 'Ibhange alikwazanga ukukhokha.',
    abandoned: 'Ishiyiwe',
    abandonedMeans: 'Ikhasimende lihambile alabuya.',
    pending: 'Isalindile',
    pendingMeans: 'Ibhange alikayiqinisekisi.',
    button: 'Qeda isivivinyo',
    missing: 'Khetha umphumela.',
  },
  atBank: {
    title: (bank: string) => `Yigunyaze ku-${bank}`,
    explain: (bank: string) =>
      `Inkokhelo yakho isilungile ku-${bank}. Hlola inani nomamukeli khona, bese uyayigunyaza.`,
    next: 'Ngemva kwalokho ibhange lakho likubuyisela lapha ukuze ubone umphumela.',
    button: (bank: string) => `Qhubeka ku-${bank}`,
    other: 'Khetha elinye ibhange',
  },
  eft: {
    or: 'Noma zikhokhele nge-EFT',
    pay: 'Khokha nge-EFT noma nge-PayShap',
    hint: 'Khokha nganoma yiliphi ibhange ku-app yebhange lakho. Sikubonisa i-akhawunti nereferensi.',
    started:
      'Usunayo imininingwane yokukhokha nge-EFT noma nge-PayShap. Uma usukhokhile, sicela ungakhokhi futhi.',
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
      `Khokha u-${amount} ncamashi, kanye, usebenzise yona kanye le referensi. Uma kungenjalo kufanele siyihlole ngesandla, futhi lokho kuthatha isikhathi eside.`,
    range: (min: string, max: string) =>
      `Ungakhokha noma yiliphi inani kusuka ku-${min} kuya ku-${max}, kanye. Sebenzisa yona kanye le referensi.`,
    waiting: 'Silinde inkokhelo yakho.',
    statement:
      'Sibona inkokhelo yakho esitatimendeni sethu sebhange esilandelayo. I-PayShap ivame ukufika ngokushesha. I-EFT ingathatha kuze kube usuku lokusebenza olulandelayo.',
    seen: (merchant: string) =>
      `Lapho ifika, leli khasi lizibuyekeza ngokwalo, futhi sizokwazisa i-${merchant}.`,
    safe: 'Ungalivala leli khasi ubuye kulo kamuva. Sicela ungakhokhi kabili.',
    later: (merchant: string) => `Uma imali yakho ifika kamuva, sisazokwazisa i-${merchant}.`,
    other: 'Khetha enye indlela yokukhokha',
    print: 'Phrinta leli khasi',
    held: 'Iyahlolwa.',
    heldAmount: (came: string, asked: string) =>
      `Sithole u-${came}, kodwa inani elikhokhwayo ngu-${asked}. Kufanele siyihlole kuqala.`,
    heldMore: 'Sithole inkokhelo engaphezu kweyodwa ngale referensi. Kufanele siyihlole kuqala.',
    heldNext: (merchant: string) =>
      `Imali yakho iphephile. Sicela ungakhokhi futhi. Lapho sesiqedile ukuyihlola, leli khasi lizobuyekezwa, futhi sizokwazisa i-${merchant}.`,
    mayHavePaid: (merchant: string) =>
      `Uma usukhokhile, sicela ungakhokhi futhi. Sizokwazisa i-${merchant} lapho imali yakho ifika.`,
    unused: (merchant: string) =>
      `Imali efikile ayisetshenziselwanga le nkokhelo. Thinta i-${merchant} ngaphambi kokuba ukhokhe futhi.`,
  },
  waiting: {
    title: 'Silinde ibhange lakho.',
    since: (bank: string, time: string) => `Silinde i-${bank} kusukela ngo-${time}.`,
    soon: 'Kuvame ukuthatha imizuzwana embalwa. Leli khasi lizibuyekeza ngokwalo lapho ibhange lakho liphendula.',
    slow: (merchant: string) =>
      `Ibhange lakho alikaphenduli, ngakho inkokhelo yakho isalindile. Sizokwazisa i-${merchant} lapho liphendula. Sicela ungakhokhi futhi.`,
    safe: 'Ungalivala leli khasi. Inkokhelo yakho iyaqhubeka.',
  },
  paid: {
    title: 'Kukhokhiwe.',
    explain: (merchant: string) =>
      `Ibhange lakho liyenzile inkokhelo, futhi siyayazisa i-${merchant}. Usuqedile.`,
    late: (merchant: string) =>
      `Ibhange lakho lenze le nkokhelo ngemva kokuphelelwa kwayo yisikhathi. Imali iphumile ku-akhawunti yakho, futhi siyayazisa i-${merchant}. Babuze ukuthi i-oda lakho lisaqhubeka yini, noma bazokubuyisela imali yini.`,
    takingBack: (merchant: string) => `Sikubuyisela ku-${merchant}.`,
    stay: 'Hlala kuleli khasi',
  },
  notPaid: {
    title: 'Akukhokhiwe.',
    declined: (bank: string) => `I-${bank} iyenqabile le nkokhelo.`,
    cancelled: (bank: string) => `Uyikhansele le nkokhelo ku-${bank}.`,
    abandoned: (bank: string) => `Le nkokhelo ayiqedwanga ku-${bank}.`,
    failed: (bank: string) => `Kukhona okungahambanga kahle ku-${bank}. Inkokhelo ayenziwanga.`,
    reversed: (bank: string) => `I-${bank} iyenzile le nkokhelo, yabe isiyihlehlisa.`,
    declinedNext:
      'Hlola ibhalansi yakho nomkhawulo wakho wosuku ebhange lakho, noma ukhokhe ngelinye ibhange.',
    otherNext: 'Ungazama futhi, noma ukhokhe ngelinye ibhange.',
    tryAgain: 'Zama elinye ibhange',
  },
  takenBack: {
    title: 'Ihlehlisiwe.',
    explain: 'Imali yale nkokhelo ifikile, kodwa ibhange liyihlehlisile. Ngakho le nkokhelo ayikhokhiwe.',
    money: 'Buza ibhange lakho ukuthi imali isibuyele yini ku-akhawunti yakho.',
    next: (merchant: string) => `Buza ku-${merchant} ngaphambi kokuba ukhokhe futhi.`,
  },
  cancelled: {
    title: 'Ikhanseliwe.',
    explain: 'Le nkokhelo ikhanseliwe.',
    next: (merchant: string) => `Uma usafuna ukukhokha, qala kabusha ku-${merchant}.`,
  },
  expired: {
    title: 'Isikhathi siphelile.',
    explain: (time: string) => `Le nkokhelo iphelelwe yisikhathi ngo-${time}.`,
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
    count: 'Inani lezinkokhelo',
    total: 'Isamba',
    totalAtMost: 'Isamba esiphezulu',
    withoutSingle: 'Ngaphandle kwezesikhathi esisodwa',
    account: 'I-akhawunti',
    single: 'Izinkokhelo zesikhathi esisodwa',
    band: (merchant: string, min: string, max: string) =>
      `I-${merchant} ingathatha nezinkokhelo zesikhathi esisodwa phakathi nalesi sikhathi, ngayinye isuka ku-${min} iye ku-${max}.`,
    onlyOne: 'Eyodwa kuphela.',
    atMost: (n: string) => `Azeqi ku-${n}.`,
    together: (sum: string) => `Isamba sazo aseqi ku-${sum}.`,
    movesAfter:
      'Inkokhelo ewela ngempelasonto noma ngeholide lomphakathi ithathwa ngosuku lokusebenza olulandelayo.',
    movesBefore:
      'Inkokhelo ewela ngempelasonto noma ngeholide lomphakathi ithathwa ngosuku lokusebenza olungaphambi kwalo.',
    decideBefore: (time: string) => `Nquma ngaphambi kuka-${time}.`,
    decline: 'Yenqaba',
    declineAndBack: (merchant: string) => `Yenqaba ubuyele ku-${merchant}`,
    nothingTaken: 'Akukho mali ezothathwa ku-akhawunti yakho.',
    startAgain: (merchant: string) => `Uma ushintsha umqondo, qala kabusha ku-${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `Uvumela i-${merchant} ukuba ithathe inkokhelo engu-${amount} ${often} ku-akhawunti yakho yasebhange, kusukela ngo-${first} kuze kube ngu-${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `Uvumela i-${merchant} ukuba ithathe inkokhelo engu-${amount} kanye ku-akhawunti yakho yasebhange, ngo-${day}.`,
    agreeNow: (amount: string) => `Inkokhelo engu-${amount} ithathwa ngaso leso sikhathi lapho ugunyaza.`,
    agreeSingle: 'Uvumela nezinkokhelo zesikhathi esisodwa ezichazwe ngenhla.',
    does: (reference: string) =>
      `Sicela ibhange lakho ukuba lenze izinkokhelo eziphindaphindwayo ngezinsuku okuvunyelwene ngazo, ngereferensi ethi ${reference}. Awugunyazi inkokhelo ngayinye. Uma ibhange lakho linqaba inkokhelo, siyazama futhi ngezinsuku ezimbili zokusebenza ezilandelayo.`,
    doesWithSingle: (reference: string) =>
      `Sicela ibhange lakho ukuba lenze izinkokhelo eziphindaphindwayo ngezinsuku okuvunyelwene ngazo, nanoma iyiphi inkokhelo yesikhathi esisodwa ngosuku ecelwa ngalo, ngereferensi ethi ${reference}. Awugunyazi inkokhelo ngayinye. Uma ibhange lakho linqaba inkokhelo, siyazama futhi ngezinsuku ezimbili zokusebenza ezilandelayo.`,
    sees: 'Ibhange lakho lisiqinisekisela ukuthi ugunyazile yini, ukuthi inkokhelo ngayinye yenziwe yini, nokuthi ikhokhwe ngayiphi i-akhawunti. Sibonisa izinombolo zayo zokugcina kuphela. Asiyiboni neze iphasiwedi yakho, i-PIN yakho noma ibhalansi yakho.',
    shares: (merchant: string) =>
      `Sabelana ne-${merchant} ngalokhu: ukuthi ugunyazile yini, ukuthi inkokhelo ngayinye yenziwe yini, ibhange lakho, nezinombolo zokugcina ze-akhawunti.`,
    stops: (merchant: string) =>
      `Ukuze uyimise, cela i-${merchant} ukuba iyikhansele, noma uyalele ibhange lakho ukuba liyimise. Izinkokhelo ezenziwe ngaphambi kwalokho azisaguquki, futhi yi-${merchant} kuphela engabuyisa imali yazo.`,
    atBank: (bank: string) =>
      `Inkokhelo yakho ephindaphindwayo isilungile ku-${bank}. Hlola inani nomamukeli khona, bese uyayigunyaza noma uyayenqaba.`,
    slow: (merchant: string) =>
      `Ibhange lakho alikaqinisekisi ukuthi uyigunyazile. Siyaqhubeka nokuhlola, futhi sizokwazisa i-${merchant} lapho liqinisekisa. Kuze kube yilapho, akukho mali ethathwayo.`,
    safe: 'Ungalivala leli khasi. Siyaqhubeka nokuhlola.',
    undecided: 'Uma ungakayigunyazi noma ungakayenqabi, ungakwenza ebhange lakho.',
    active: 'Igunyaziwe.',
    activeMeans: (merchant: string) =>
      `Ibhange lakho liqinisekisile, futhi siyayazisa i-${merchant}. Usuqedile.`,
    agreedTitle: 'Ovumelene nakho',
    agreedOn: (time: string) => `Uvumelene nalokhu ngo-${time}.`,
    record: 'Leli khasi liyirekhodi lakho. Ungaliphrinta noma uligcine.',
    print: 'Phrinta leli khasi',
    declined: 'Yenqatshiwe.',
    declinedMeans: 'Le nkokhelo ephindaphindwayo yenqatshiwe.',
    stopped: 'Imisiwe.',
    stoppedMeans: 'Izinkokhelo eziningi ezilandelanayo zehlulekile, ngakho akukho zinkokhelo ezizothathwa.',
    stoppedNext: (merchant: string) =>
      `Buza ku-${merchant} ukuthi lokhu kusho ukuthini ngesevisi noma nge-oda lakho.`,
    cancelled: 'Le nkokhelo ephindaphindwayo ikhanseliwe.',
    cancelledLater: 'Akukho zinkokhelo ezizothathwa. Inkokhelo esivele isebhange lakho isengaqhubeka.',
    completed: 'Iphelile.',
    completedMeans: 'Le nkokhelo ephindaphindwayo iphelile. Akukho zinkokhelo ezizothathwa.',
    expired: (time: string) => `Lesi sicelo siphelelwe yisikhathi ngo-${time}.`,
  },
  charge: {
    title: 'Akukho okufanele ukwenze lapha.',
    partOf: (merchant: string) => `Le nkokhelo uyivumele lapho ugunyaza izinkokhelo eziya ku-${merchant}.`,
    byBank: 'Ibhange lakho liyenza ngokuzenzakalelayo.',
    notYet: 'Akukakhokhwa.',
    missed: (amount: string, day: string) => `Inkokhelo engu-${amount} yango-${day} ayenziwanga.`,
    takenBack: (amount: string, day: string) => `Inkokhelo engu-${amount} yango-${day} ihlehlisiwe.`,
    again: (day: string) =>
      `Sizozama futhi ngo-${day}. Sicela uqinisekise ukuthi kunemali eyanele ku-akhawunti yakho.`,
    givenUp: 'Asisayizami futhi le nkokhelo.',
    nextOn: (day: string) => `Inkokhelo elandelayo ingo-${day}.`,
    noneNext: 'Akukho zinkokhelo ezizothathwa.',
    ask: (merchant: string) => `Buza ku-${merchant} ukuthi ungalikhokha kanjani leli nani.`,
  },
  noBanks: {
    title: 'Awukwazi ukukhokhela lesi sitolo lapha njengamanje.',
    explain: 'Okwamanje alikho ibhange elitholakalayo kuleli khasi.',
    next: (merchant: string) =>
      `Buza ku-${merchant} ukuthi ungakhokha kanjani ngenye indlela, noma ubuye kamuva.`,
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
      `I-${merchant} inenye inkokhelo enale referensi, ngakho ayikwazi ukukhokhwa ngalesi sixhumanisi.`,
  },
  email: {
    hello: (name: string) => `Sawubona ${name},`,
    receiptSubject: (merchant: string, amount: string) => `Irisidi: ${amount} ekhokhelwe i-${merchant}`,
    receiptHeading: (merchant: string) => `Ukhokhele i-${merchant}`,
    receiptWhy: (merchant: string) =>
      `Uthola le risidi ngoba ukhokhele i-${merchant} futhi ikheli lakho le-imeyili linikeziwe kule nkokhelo.`,
    refundSubject: (merchant: string, amount: string) => `Imali ebuyisiwe: ${amount} evela ku-${merchant}`,
    refundHeading: (merchant: string) => `I-${merchant} ikubuyisele imali yakho`,
    refundTo: 'I-akhawunti ekhokhelwe',
    refundElsewhere: (merchant: string) =>
      `Imali ibuyiselwe kwenye i-akhawunti, hhayi leyo okhokhe ngayo. Uma ungayazi le akhawunti, thinta i-${merchant} manje.`,
    refundWhy: (merchant: string) =>
      `Uthola le imeyili ngoba i-${merchant} ibuyisele imali yenkokhelo okunikezwe kuyo ikheli lakho le-imeyili.`,
    linkSubject: (merchant: string) => `Isicelo senkokhelo esivela ku-${merchant}`,
    linkHeading: (merchant: string) => `I-${merchant} icela ukhokhe`,
    linkOpenAmount: 'Uzofaka inani ekhasini elilandelayo.',
    payNow: 'Khokha manje',
    linkUnexpected: (merchant: string) =>
      `Uma ungasilindele lesi sicelo, thinta i-${merchant} ngaphambi kokukhokha.`,
    linkWhy: (merchant: string) => `I-${merchant} ikuthumelele le imeyili.`,
  },
  notFound: {
    title: 'Asiyitholi le nkokhelo.',
    explain: 'Kungenzeka ukuthi isixhumanisi asiphelele, noma inkokhelo ayikho.',
    money: 'Ukuvula leli khasi akuthathanga mali.',
    next: 'Buyela esitolo uphinde uvule inkokhelo khona.',
  },
  nothingHere: {
    title: 'Ikhasi alitholakali.',
    explain: 'Kungenzeka ukuthi isixhumanisi asiphelele noma sibhalwe ngephutha.',
    next: 'Buyela lapho ubuvela khona uphinde uvule isixhumanisi khona.',
  },
  cannotStart: {
    title: 'Le nkokhelo ayikwazi ukuqala.',
    explain: 'Asikwazanga ukwamukela isicelo sesitolo. Akulona iphutha lakho.',
    next: 'Buyela esitolo uzame futhi. Uma kwenzeka futhi, thinta isitolo.',
    technical: 'Imininingwane yesitolo',
  },
  unavailable: {
    title: 'Leli khasi alisebenzi njengamanje.',
    explain: 'Kukhona okungasebenzi ngasohlangothini lwethu. Sicela uzame futhi ngemva komzuzu.',
    money: 'Uma ungakagunyazi inkokhelo ebhange lakho, akukho mali ephumile ku-akhawunti yakho.',
    approved:
      'Uma usuyigunyazile, sicela ungakhokhi futhi. Ibhange lakho liyasiqinisekisela, bese sazisa isitolo.',
    retry: 'Zama futhi',
  },
} satisfies typeof en;
