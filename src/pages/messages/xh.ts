// Every text for customers, in isiXhosa. Names of shops and banks are in class 9 (i-, kwi-, ne-, le-).
import type { en } from './en.ts';

export const xh = {
  months: ['Jan', 'Feb', 'Mat', 'Epr', 'Mey', 'Jun', 'Jul', 'Aga', 'Sep', 'Okt', 'Nov', 'Dis'],
  frame: {
    skip: 'Tsibela kowona mxholo',
    language: 'Ulwimi',
    test: 'Uvavanyo',
    testMeaning:
      'Le yintlawulo yokuziqhelisa. Nguwe okhetha indlela ephela ngayo, kwaye akukho mali ihambayo.',
    sandboxMeaning: 'Iibhanki ezilapha zezokulinganisa, ngoko akukho mali yokwenyani ihambayo.',
    whoRuns: (operator: string) => `I-${operator} ilawula eli phepha lokuhlawula.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `I-${operator} ilawula eli phepha lokuhlawula egameni le-${merchant}.`,
    neverAsk:
      'Asisoze sicele iphasiwedi okanye i-PIN yebhanki yakho. Uzifaka kwiphepha lebhanki yakho kuphela.',
    help: 'Uncedo',
    helpOrder: (merchant: string) => `Ukuba unemibuzo ngento oyithengayo, buza kwi-${merchant}.`,
    helpMoney: (reference: string) =>
      `Ukuba unemibuzo ngemali ephume kwi-akhawunti yakho, buza kwibhanki yakho uze unike le referensi: ${reference}.`,
  },
  payment: {
    pay: (merchant: string) => `Hlawula i-${merchant}`,
    reference: 'Ireferensi',
    bank: 'Ibhanki',
    amount: 'Isixa-mali',
    payee: 'Ohlawulwayo',
    payer: 'Ohlawulayo',
    accountOf: (bank: string, digits: string) => `${bank}, i-akhawunti ephela ngo-${digits}`,
    when: 'Nini',
    whatFor: 'Into ehlawulelwayo',
    minutesLeft: (n: string) => `Ushiyekelwe yimizuzu eyi-${n}.`,
    oneMinuteLeft: 'Ushiyekelwe ngumzuzu o-1.',
    secondsLeft: (n: string) => `Ushiyekelwe yimizuzwana eyi-${n}.`,
    payBefore: (time: string) => `Hlawula phambi ko-${time}.`,
    cancel: (merchant: string) => `Rhoxisa ubuyele kwi-${merchant}`,
    cancelHere: 'Rhoxisa le ntlawulo',
    back: (merchant: string) => `Buyela kwi-${merchant}`,
    noMoneyLeft: 'Akukho mali iphumileyo kwi-akhawunti yakho.',
    mayStillPay: (merchant: string) =>
      `Ukuba uyigunyazisile kwibhanki yakho, ungahlawuli kwakhona. Xa ibhanki yakho isixelela, siza kuxelela i-${merchant}.`,
  },
  leave: {
    close: 'Ungayivala le festile.',
    reach: (merchant: string) => `Qhagamshelana ne-${merchant}:`,
    asBefore: (merchant: string) =>
      `Ukuze uqhagamshelane ne-${merchant}, sebenzisa umyalezo okanye iphepha elikuzise apha.`,
    phone: 'Ifowuni',
    email: 'I-imeyile',
  },
  choose: {
    title: 'Khetha ibhanki yakho',
    search: 'Khangela ibhanki yakho',
    searchButton: 'Khangela',
    noneFound: 'Akukho bhanki inelo gama apha.',
    showAll: 'Bonisa zonke iibhanki',
    lastUsed: 'Isetyenziswe mva nje',
    unavailable: 'Ayifumaneki okwangoku',
    unavailableReasons: {
      down: 'ayisiphenduli',
      maintenance: 'iyalungiswa',
    },
    amountLabel: 'Ufuna ukuhlawula malini?',
    amountHint: (min: string, max: string) => `Ukusuka kwi-${min} ukuya kwi-${max}.`,
    continueTo: (bank: string) => `Qhubekela kwi-${bank}`,
    continueToBank: 'Qhubekela kwibhanki yakho',
  },
  handOff: {
    pay: 'Hlawula ngefowuni yakho',
    approve: 'Gunyazisa ngefowuni yakho',
    code: 'Ikhowudi ye-QR enedilesi yeli phepha',
    explain: 'Skena oku ngekhamera yefowuni yakho, uze uqhubeke apho.',
    look: 'Ugqibile kwifowuni yakho? Jonga ukuba kumi njani.',
  },
  consent: {
    title: 'Into ovumelana nayo',
    order: (amount: string, merchant: string) =>
      `Usicela ukuba silungiselele intlawulo enye ye-${amount} esuka kwi-akhawunti yakho yebhanki isiya kwi-${merchant}.`,
    orderVariable: (merchant: string) =>
      `Usicela ukuba silungiselele intlawulo enye yesixa-mali esingentla esuka kwi-akhawunti yakho yebhanki isiya kwi-${merchant}.`,
    approval:
      'Uyayijonga uze uyigunyazise kwibhanki yakho. Phambi kokuba uyigunyazise, akukho mali ihambayo.',
    more: 'Funda konke',
    does: (reference: string) =>
      `Into esiyenzayo: sithumela kwibhanki yakho intlawulo enye enesixa-mali, igama lohlawulwayo, nereferensi ethi ${reference}. Asinako ukusitshintsha isixa-mali, kwaye asinakuphinda sithathe imali kamva.`,
    sees: 'Into esiyibonayo: ibhanki yakho isixelela ukuba uhlawule na, nokuba uhlawule ngeyiphi i-akhawunti. Sibonisa amanani ayo okugqibela kuphela. Asiyiboni iphasiwedi yakho, i-PIN yakho okanye ibhalansi yakho.',
    shares: (merchant: string) =>
      `Esimxelelayo: sixelela i-${merchant} ukuba uhlawule na, ukuba uhlawule ngeyiphi ibhanki, namanani okugqibela e-akhawunti.`,
    keeps:
      'Into esiyigcinayo: into ovumelene nayo apha, ukuba nini, nokuba ngeyiphi idilesi ye-intanethi, ukuze wena nathi sibe nobungqina.',
    stops: (merchant: string) =>
      `Indlela yokuyimisa: ungarhoxisa ude uyigunyazise kwibhanki yakho. Emva koko intlawulo ayinakutshintshwa, kwaye yi-${merchant} kuphela enokukubuyisela imali.`,
    version: (version: string) => `Uguqulelo ${version}`,
  },
  errors: {
    title: 'Kukho ingxaki',
    noBank: 'Khetha ibhanki yakho kuqala.',
    bankUnavailable: (bank: string) =>
      `I-${bank} ayinako ukwamkela iintlawulo okwangoku. Akukho mali iphumileyo kwi-akhawunti yakho.`,
    bankUnreachable: (bank: string) =>
      `Asikwazanga ukunxibelelana ne-${bank}. Akukho mali iphumileyo kwi-akhawunti yakho.`,
    otherBank: 'Khetha enye ibhanki, okanye uzame kwakhona kamva.',
    amountMissing: 'Bhala ukuba ufuna ukuhlawula malini.',
    amountUnreadable: 'Bhala isixa-mali ngeerandi neesenti, njenge-150,50.',
    amountOutOfRange: (min: string, max: string) => `Bhala isixa-mali ukusuka kwi-${min} ukuya kwi-${max}.`,
  },
  lastTry: {
    title: 'Ilinge lakho lokugqibela aliphumelelanga',
    next: 'Khetha enye ibhanki, okanye uzame kwakhona.',
  },
  testOutcome: {
    title: 'Khetha indlela olu vavanyo luphela ngayo',
    explain: (merchant: string) =>
      `Akukho bhanki ibuzwayo kwaye akukho mali ibhalwayo. I-${merchant} ifumana impendulo oyikhethayo, njengakwintlawulo yokwenyani.`,
    successful: 'Iphumelele',
    successfulMeans: 'Ibhanki ihlawule.',
    cancelled: 'Irhoxisiwe',
    cancelledMeans: 'Umthengi urhoxise ebhankini.',
    error: 'Impazamo',
    errorMeans: 'Ibhanki ayikwazanga ukuhlawula.',
    abandoned: 'Ishiyiwe',
    abandonedMeans: 'Umthengi umkile akabuya.',
    pending: 'Isalindile',
    pendingMeans: 'Ibhanki ayikaphenduli.',
    button: 'Gqiba uvavanyo ngolu hlobo',
    missing: 'Khetha indlela oluphela ngayo uvavanyo.',
  },
  atBank: {
    title: (bank: string) => `Yigunyazise kwi-${bank}`,
    explain: (bank: string) =>
      `Intlawulo yakho ilungile kwi-${bank}. Jonga isixa-mali negama apho, uze uyigunyazise.`,
    next: 'Emva koko ibhanki yakho ikubuyisela apha, size sikubonise isiphumo.',
    button: (bank: string) => `Qhubeka kwi-${bank}`,
    other: 'Khetha enye ibhanki',
  },
  eft: {
    or: 'Okanye zihlawulele wena',
    pay: 'Hlawula nge-EFT okanye nge-PayShap',
    hint: 'Uhlawula nangayiphi na ibhanki, kwi-app yebhanki yakho. Sikubonisa i-akhawunti nereferensi.',
    started:
      'Unazo iinkcukacha zokuhlawula nge-EFT okanye nge-PayShap. Ukuba sele uhlawule, ungahlawuli kwakhona.',
    explain:
      'Hlawula kule akhawunti kwi-app yebhanki yakho. Kopa zonke iinkcukacha kanye njengoko zinjalo apha.',
    receives: (holder: string, merchant: string) => `I-${holder} yamkela iintlawulo egameni le-${merchant}.`,
    holder: 'Umnini-akhawunti',
    account: 'Inombolo ye-akhawunti',
    branch: 'Ikhowudi yesebe',
    copy: 'Kopa',
    copied: 'Ikotshiwe',
    exact: (amount: string) =>
      `Hlawula u-${amount} ngqo, kube kanye, uze unike kanye le referensi. Kungenjalo umntu kufuneka ayijonge kuqala, kwaye oko kuthatha ixesha elide.`,
    range: (min: string, max: string) =>
      `Ungahlawula nasiphi na isixa-mali ukususela kwi-${min} ukuya kwi-${max}, kube kanye. Nika kanye le referensi.`,
    waiting: 'Silinde intlawulo yakho.',
    statement:
      'Siyibona intlawulo yakho kwingxelo elandelayo yebhanki. I-PayShap idla ngokufika msinya; i-EFT ingathatha de kube lusuku lomsebenzi olulandelayo.',
    seen: (merchant: string) => `Xa ifikile, eli phepha liyazitshintsha, kwaye siza kuxelela i-${merchant}.`,
    safe: 'Ungalivala eli phepha ubuyele kulo kamva. Nceda ungahlawuli kabini.',
    later: (merchant: string) =>
      `Ukuba imali yakho ifika emva koko, siza kuyixelela i-${merchant} nangona kunjalo.`,
    other: 'Khetha enye indlela yokuhlawula',
    print: 'Printa eli phepha',
    held: 'Iyajongwa.',
    heldAmount: (came: string, asked: string) =>
      `Kufike u-${came}, kodwa bekucelwe u-${asked}. Ngoko umntu kufuneka ayijonge kuqala.`,
    heldMore: 'Kufike intlawulo engaphezulu kwenye ngale referensi. Ngoko umntu kufuneka ayijonge kuqala.',
    heldNext: (merchant: string) =>
      `Imali yakho ayilahlekanga. Nceda ungahlawuli kwakhona. Xa kugqitywe, eli phepha liza kutshintsha, kwaye siza kuxelela i-${merchant}.`,
    mayHavePaid: (merchant: string) =>
      `Ukuba sele uhlawule, ungahlawuli kwakhona. Xa sibona imali yakho, siza kuxelela i-${merchant}.`,
    unused: (merchant: string) =>
      `Imali efikele le ntlawulo ayisetyenziselwanga yona. Buza i-${merchant} ngayo phambi kokuba uhlawule kwakhona.`,
  },
  waiting: {
    title: 'Silinde ibhanki yakho.',
    since: (bank: string, time: string) => `Silinde i-${bank} ukususela ngo-${time}.`,
    soon: 'Oku kudla ngokuthatha imizuzwana embalwa. Eli phepha liyazitshintsha xa ibhanki yakho iphendula.',
    slow: (merchant: string) =>
      `Ibhanki yakho ayikaphenduli, ngoko intlawulo yakho isalindile. Xa impendulo ifika, siza kuxelela i-${merchant} kwangoko. Nceda ungahlawuli kwakhona.`,
    safe: 'Ungalivala eli phepha. Intlawulo yakho iyaqhubeka ngaphandle kwalo.',
  },
  paid: {
    title: 'Kuhlawuliwe.',
    explain: (merchant: string) =>
      `Ibhanki yakho iyenzile intlawulo, kwaye siyayixelela i-${merchant}. Akukho nto yimbi ekufuneka uyenze.`,
    late: (merchant: string) =>
      `Ibhanki yakho yenze le ntlawulo emva kokuphela kwexesha layo. Imali iphumile kwi-akhawunti yakho, kwaye siyayixelela i-${merchant}. Babuze ukuba iodolo yakho isaqhubeka na, okanye baza kukubuyisela imali na.`,
    takingBack: (merchant: string) => `Sikubuyisela kwi-${merchant}.`,
    stay: 'Hlala kweli phepha',
  },
  notPaid: {
    title: 'Akuhlawulwanga.',
    declined: (bank: string) => `I-${bank} iyalile le ntlawulo.`,
    cancelled: (bank: string) => `Uyirhoxisile le ntlawulo kwi-${bank}.`,
    abandoned: (bank: string) => `Le ntlawulo ayigqitywanga kwi-${bank}.`,
    failed: (bank: string) => `Kukho into engahambanga kakuhle kwi-${bank}, kwaye intlawulo ayenziwanga.`,
    reversed: (bank: string) => `I-${bank} iyenzile le ntlawulo, kodwa iphinde yayithatha imali.`,
    declinedNext: 'Jonga ibhalansi yakho nomda wakho wosuku kwibhanki yakho, okanye uhlawule ngenye ibhanki.',
    otherNext: 'Ungazama kwakhona, okanye uhlawule ngenye ibhanki.',
    tryAgain: 'Zama enye ibhanki',
  },
  takenBack: {
    title: 'Imali ibuyele ebhankini.',
    explain:
      'Imali yale ntlawulo ifikile, kodwa ibhanki iphinde yayithatha. Ngoko le ntlawulo ayihlawulwanga.',
    money: 'Buza kwibhanki yakho ukuba imali ibuyele na kwi-akhawunti yakho.',
    next: (merchant: string) => `Buza i-${merchant} phambi kokuba uhlawule kwakhona.`,
  },
  cancelled: {
    title: 'Irhoxisiwe.',
    explain: 'Le ntlawulo irhoxisiwe.',
    next: (merchant: string) => `Ukuba usafuna ukuhlawula, qala kwakhona kwi-${merchant}.`,
  },
  expired: {
    title: 'Ixesha liphelile.',
    explain: (time: string) => `Ixesha lokuhlawula liphele ngo-${time}.`,
    next: (merchant: string) => `Ukuba usafuna ukuhlawula, qala kwakhona kwi-${merchant}.`,
  },
  subscribe: {
    asks: (merchant: string) => `I-${merchant} icela intlawulo ephindaphindwayo`,
    asksOnce: (merchant: string) => `I-${merchant} icela intlawulo enye`,
    every: {
      Daily: 'yonke imihla',
      Weekly: 'rhoqo ngeveki',
      Fortnightly: 'rhoqo emva kweeveki ezimbini',
      Monthly: 'rhoqo ngenyanga',
      Biannually: 'rhoqo emva kweenyanga ezintandathu',
      Annually: 'rhoqo ngonyaka',
    },
    once: 'kube kanye',
    now: 'Ngoku',
    onApproval: (amount: string) => `${amount}, xa ugunyazisa`,
    atStart: 'Kube kanye, xa kugunyaziswa',
    first: 'Intlawulo yokuqala',
    last: 'Intlawulo yokugqibela',
    only: 'Umhla wokuhlawula',
    count: 'Zingaphi',
    total: 'Xa zidibene',
    totalAtMost: 'Umda wazo zonke',
    withoutSingle: 'Ngaphandle kwezexesha elinye',
    account: 'I-akhawunti',
    single: 'Iintlawulo zexesha elinye',
    band: (merchant: string, min: string, max: string) =>
      `I-${merchant} ingathatha neentlawulo zexesha elinye phakathi kweli xesha, nganye ukusuka kwi-${min} ukuya kwi-${max}.`,
    onlyOne: 'Inokuba nye kuphela.',
    atMost: (n: string) => `Inani lazo alidluli kwi-${n}.`,
    together: (sum: string) => `Xa zidibene azidluli kwi-${sum}.`,
    movesAfter:
      'Intlawulo ewela ngempelaveki okanye ngeholide yoluntu ithathwa ngomhla wokusebenza olandelayo.',
    movesBefore:
      'Intlawulo ewela ngempelaveki okanye ngeholide yoluntu ithathwa ngomhla wokusebenza ongaphambili.',
    decideBefore: (time: string) => `Thatha isigqibo phambi ko-${time}.`,
    decline: 'Yala',
    declineAndBack: (merchant: string) => `Yala ubuyele kwi-${merchant}`,
    nothingTaken: 'Akukho mali iza kuthathwa kwi-akhawunti yakho.',
    startAgain: (merchant: string) => `Ukuba usayifuna, qala kwakhona kwi-${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `Uvumela i-${merchant} ukuba ithathe intlawulo ye-${amount} ${often} kwi-akhawunti yakho yebhanki, ukususela ngo-${first} ukuya kutsho ngo-${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `Uvumela i-${merchant} ukuba ithathe intlawulo ye-${amount} kube kanye kwi-akhawunti yakho yebhanki, ngo-${day}.`,
    agreeNow: (amount: string) => `Intlawulo ye-${amount} ithathwa kwangoko xa ugunyazisa.`,
    agreeSingle: 'Uvumela neentlawulo zexesha elinye ezichazwe ngasentla.',
    does: (reference: string) =>
      `Into esiyenzayo: sicela ibhanki yakho ukuba yenze iintlawulo eziphindaphindwayo ngemihla ekuvunyelwene ngayo, ngereferensi ethi ${reference}. Awugunyazisi intlawulo nganye. Ukuba ibhanki yakho iyala intlawulo, siyayizama kwakhona ngeentsuku ezimbini zokusebenza ezilandelayo.`,
    doesWithSingle: (reference: string) =>
      `Into esiyenzayo: sicela ibhanki yakho ukuba yenze iintlawulo eziphindaphindwayo ngemihla ekuvunyelwene ngayo, nayiphi na intlawulo yexesha elinye ngomhla ecelwa ngawo, ngereferensi ethi ${reference}. Awugunyazisi intlawulo nganye. Ukuba ibhanki yakho iyala intlawulo, siyayizama kwakhona ngeentsuku ezimbini zokusebenza ezilandelayo.`,
    sees: 'Into esiyibonayo: ibhanki yakho isixelela ukuba ugunyazisile na, ukuba intlawulo nganye yenziwe na, nokuba ihlawulwe ngeyiphi i-akhawunti. Sibonisa amanani ayo okugqibela kuphela. Asiyiboni iphasiwedi yakho, i-PIN yakho okanye ibhalansi yakho.',
    shares: (merchant: string) =>
      `Esimxelelayo: sixelela i-${merchant} ukuba ugunyazisile na, ukuba intlawulo nganye yenziwe na, ukuba yeyiphi ibhanki, namanani okugqibela e-akhawunti.`,
    stops: (merchant: string) =>
      `Indlela yokuyimisa: cela i-${merchant} ukuba iyirhoxise, okanye uxelele ibhanki yakho ukuba iyimise. Imali esele ithathiwe ngelo xesha ayizibuyeli, kwaye yi-${merchant} kuphela enokukubuyisela yona.`,
    atBank: (bank: string) =>
      `Intlawulo yakho ephindaphindwayo ilungile kwi-${bank}. Jonga isixa-mali negama apho, uze uyigunyazise okanye uyale.`,
    slow: (merchant: string) =>
      `Ibhanki yakho ayikaphenduli, ngoko asazi ukuba uyigunyazisile na. Siyaqhubeka sibuza, kwaye siza kuxelela i-${merchant} xa impendulo ifika. Kude kube lelo xesha, akukho mali ithathwayo.`,
    safe: 'Ungalivala eli phepha. Siyaqhubeka sibuza ngaphandle kwalo.',
    undecided: 'Ukuba awukathathi sigqibo kwibhanki yakho, ungasithatha khona.',
    active: 'Igunyazisiwe.',
    activeMeans: (merchant: string) =>
      `Ibhanki yakho ivumile, kwaye siyayixelela i-${merchant}. Akukho nto yimbi ekufuneka uyenze.`,
    agreedTitle: 'Into ovumelene nayo',
    agreedOn: (time: string) => `Uvumelene noku ngo-${time}.`,
    record: 'Eli phepha bubungqina bakho. Ungaliprinta okanye uligcine.',
    print: 'Printa eli phepha',
    declined: 'Yaliwe.',
    declinedMeans: 'Le ntlawulo iphindaphindwayo yaliwe.',
    stopped: 'Imisiwe.',
    stoppedMeans: 'Iintlawulo ezininzi ezilandelelanayo azenziwanga, ngoko akukho zintlawulo zintsha.',
    stoppedNext: (merchant: string) => `Buza i-${merchant} ukuba oku kuthetha ntoni ngento obuyihlawulela.`,
    cancelled: 'Le ntlawulo iphindaphindwayo irhoxisiwe.',
    cancelledLater: 'Akukho zintlawulo zintsha. Intlawulo ibhanki yakho esele inayo isenokuqhubeka.',
    completed: 'Iphelile.',
    completedMeans: 'Le ntlawulo iphindaphindwayo ifikelele esiphelweni. Akukho zintlawulo zintsha.',
    expired: (time: string) => `Ixesha lokugunyazisa liphele ngo-${time}.`,
  },
  charge: {
    title: 'Akukho nto ufanele uyenze apha.',
    partOf: (merchant: string) => `Le ntlawulo uyivumele xa ubugunyazisa iintlawulo eziya kwi-${merchant}.`,
    byBank: 'Ibhanki yakho iyenza ngaphandle kwakho.',
    notYet: 'Akukahlawulwa.',
    missed: (amount: string, day: string) => `Intlawulo ye-${amount} yango-${day} ayenziwanga.`,
    takenBack: (amount: string, day: string) =>
      `Imali yentlawulo ye-${amount} yango-${day} ibuyele ebhankini.`,
    again: (day: string) =>
      `Siza kubuza ibhanki yakho kwakhona ngo-${day}. Qinisekisa ukuba kukho imali eyaneleyo kwi-akhawunti yakho.`,
    givenUp: 'Asisayizami kwakhona le ntlawulo.',
    nextOn: (day: string) => `Elandelayo ingo-${day}.`,
    noneNext: 'Akukho zintlawulo zintsha.',
    ask: (merchant: string) => `Buza i-${merchant} ukuba ungayihlawula njani le.`,
  },
  noBanks: {
    title: 'Le venkile ayikwazi kuhlawulwa apha okwangoku.',
    explain: 'Okwangoku akukho bhanki iqhagamshelwe kweli phepha, ngoko akukho bhanki unokuyikhetha.',
    next: (merchant: string) =>
      `Buza i-${merchant} ukuba ungahlawula njani ngenye indlela, okanye ubuye kamva.`,
  },
  link: {
    continue: 'Qhubekela kwintlawulo',
    again: (merchant: string) => `Cela ikhonkco elitsha kwi-${merchant}.`,
    paid: 'Sele kuhlawuliwe.',
    paidMeans: 'Intlawulo yeli khonkco sele yenziwe. Akunyanzelekanga ukuba uhlawule kwakhona.',
    disabled: 'Eli khonkco livaliwe.',
    disabledMeans: (merchant: string) => `I-${merchant} ayisamkeli ntlawulo ngeli khonkco.`,
    expired: 'Eli khonkco liphelelwe lixesha.',
    expiredMeans: (time: string) => `Ixesha lokuhlawula liphele ngo-${time}.`,
    taken: (merchant: string) =>
      `I-${merchant} inenye intlawulo enale referensi, ngoko ayinakuhlawulwa ngeli khonkco.`,
  },
  notFound: {
    title: 'Asiyifumani le ntlawulo.',
    explain: 'Isenokuba ikhonkco aliphelelanga, okanye intlawulo ayikho.',
    money: 'Ukuvula eli phepha akuthathanga mali.',
    next: 'Buyela evenkileni uze uphinde uvule intlawulo khona.',
  },
  nothingHere: {
    title: 'Akukho nto kule dilesi.',
    explain: 'Isenokuba ikhonkco aliphelelanga, okanye kukho unobumba ongachanekanga.',
    next: 'Buyela apho ubuvela khona uze uphinde uvule ikhonkco khona.',
  },
  cannotStart: {
    title: 'Le ntlawulo ayinakuqala.',
    explain: 'Ivenkile isithumelele into esingenako ukuyamkela. Asilotyala lakho.',
    next: 'Buyela evenkileni uzame kwakhona. Ukuba iyenzeka kwakhona, xelela ivenkile.',
    technical: 'Okwevenkile: into engahambanga kakuhle',
  },
  unavailable: {
    title: 'Eli phepha alisebenzi okwangoku.',
    explain: 'Kukho into engasebenziyo kwicala lethu. Nceda uzame kwakhona emva komzuzu.',
    money: 'Ukuba awukayigunyazisi intlawulo kwibhanki yakho, akukho mali iphumileyo kwi-akhawunti yakho.',
    approved:
      'Ukuba uyigunyazisile, ungahlawuli kwakhona: ibhanki yakho iza kusixelela, size sixelele ivenkile.',
    retry: 'Zama kwakhona',
  },
} satisfies typeof en;
