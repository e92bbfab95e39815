// Every text for customers, in isiXhosa. Names of shops and banks are in class 9 (i-, kwi-, ne-, le-).
import type { en } from './en.ts';

export const xh = {
  months: ['Jan', 'Feb', 'Mat', 'Epr', 'Mey', 'Jun', 'Jul', 'Aga', 'Sep', 'Okt', 'Nov', 'Dis'],
  frame: {
    skip: 'Tsibela kowona mxholo',
    language: 'Ulwimi',
    test: 'Uvavanyo',
    testMeaning: 'Le yintlawulo yovavanyo. Nguwe okhetha isiphumo, kwaye akukho mali ihambayo.',
    sandboxMeaning: 'Iibhanki ezilapha zezokulinganisa, ngoko akukho mali yokwenyani ihambayo.',
    whoRuns: (operator: string) => `Eli phepha lokuhlawula libonelelwa yi-${operator}.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `Eli phepha lokuhlawula libonelelwa yi-${operator} egameni le-${merchant}.`,
    neverAsk:
      'Asisoze sicele iphasiwedi okanye i-PIN yebhanki yakho. Zifake kwiphepha okanye kwi-app yebhanki yakho kuphela.',
    help: 'Uncedo',
    helpOrder: (merchant: string) => `Unemibuzo ngeodolo yakho? Qhagamshelana ne-${merchant}.`,
    helpMoney: (reference: string) =>
      `Unemibuzo ngemali ephume kwi-akhawunti yakho? Qhagamshelana nebhanki yakho uze unike le referensi: ${reference}.`,
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
      `Ukuba uyigunyazisile kwibhanki yakho, nceda ungahlawuli kwakhona. Siza kwazisa i-${merchant} xa ibhanki yakho iyiqinisekisa.`,
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
    noneFound: 'Akukho bhanki ihambelana nophendlo lwakho.',
    showAll: 'Bonisa zonke iibhanki',
    lastUsed: 'Isetyenziswe mva nje',
    unavailable: 'Ayifumaneki okwangoku',
    unavailableReasons: {
      down: 'ayiphenduli',
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
    explain: 'Skena le khowudi ngekhamera yefowuni yakho, uze uqhubeke apho.',
    look: 'Ugqibile kwifowuni yakho? Jonga imeko yentlawulo.',
  },
  consent: {
    title: 'Into ovumelana nayo',
    order: (amount: string, merchant: string) =>
      `Usigunyazisa ukuba silungiselele intlawulo enye ye-${amount} esuka kwi-akhawunti yakho yebhanki isiya kwi-${merchant}.`,
    orderVariable: (merchant: string) =>
      `Usigunyazisa ukuba silungiselele intlawulo enye yesixa-mali esingentla esuka kwi-akhawunti yakho yebhanki isiya kwi-${merchant}.`,
    approval: 'Uyayijonga uze uyigunyazise kwibhanki yakho. Kude kube lelo xesha, akukho mali ihambayo.',
    more: 'Funda yonke imiqathango',
    does: (reference: string) =>
      `Sithumela kwibhanki yakho intlawulo enye enesixa-mali, umamkeli, nereferensi ethi ${reference}. Asinako ukusitshintsha isixa-mali, kwaye asinakuphinda sithathe imali kamva.`,
    sees: 'Ibhanki yakho isiqinisekisela ukuba uhlawule na, nokuba uhlawule ngeyiphi i-akhawunti. Sibonisa amanani ayo okugqibela kuphela. Asiyiboni iphasiwedi yakho, i-PIN yakho okanye ibhalansi yakho.',
    shares: (merchant: string) =>
      `Sabelana ne-${merchant} ngoku: ukuba uhlawule na, ibhanki yakho, namanani okugqibela e-akhawunti.`,
    keeps:
      'Sigcina irekhodi yemiqathango ovumelene nayo apha, ixesha, nedilesi ye-intanethi, njengobungqina bakho nobethu.',
    stops: (merchant: string) =>
      `Ungarhoxisa ude uyigunyazise kwibhanki yakho. Emva koko intlawulo ayinakutshintshwa, kwaye yi-${merchant} kuphela enokubuyisa imali.`,
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
    amountMissing: 'Bhala isixa-mali ofuna ukusihlawula.',
    amountUnreadable: 'Bhala isixa-mali ngeerandi neesenti, njenge-150,50.',
    amountOutOfRange: (min: string, max: string) => `Bhala isixa-mali ukusuka kwi-${min} ukuya kwi-${max}.`,
  },
  lastTry: {
    title: 'Ilinge lakho lokugqibela aliphumelelanga',
    next: 'Khetha enye ibhanki, okanye uzame kwakhona.',
  },
  testOutcome: {
    title: 'Khetha isiphumo solu vavanyo',
    explain: (merchant: string) =>
      `Akukho bhanki iqhagamshelwayo kwaye akukho mali ihambayo. I-${merchant} ifumana isiphumo osikhethayo, njengakwintlawulo yokwenyani.`,
    successful: 'Iphumelele',
    successfulMeans: 'Ibhanki ihlawule.',
    cancelled: 'Irhoxisiwe',
    cancelledMeans: 'Umthengi urhoxise ebhankini.',
    error: 'Impazamo',
    errorMeans: 'Ibhanki ayikwazanga ukuhlawula.',
    abandoned: 'Ishiyiwe',
    abandonedMeans: 'Umthengi umkile akabuya.',
    pending: 'Isalindile',
    pendingMeans: 'Ibhanki ayikayiqinisekisi.',
    button: 'Gqiba uvavanyo',
    missing: 'Khetha isiphumo.',
  },
  atBank: {
    title: (bank: string) => `Yigunyazise kwi-${bank}`,
    explain: (bank: string) =>
      `Intlawulo yakho ilungile kwi-${bank}. Jonga isixa-mali nomamkeli apho, uze uyigunyazise.`,
    next: 'Emva koko ibhanki yakho ikubuyisela apha ukuze ubone isiphumo.',
    button: (bank: string) => `Qhubeka kwi-${bank}`,
    other: 'Khetha enye ibhanki',
  },
  eft: {
    or: 'Okanye zihlawulele nge-EFT',
    pay: 'Hlawula nge-EFT okanye nge-PayShap',
    hint: 'Hlawula nangayiphi na ibhanki kwi-app yebhanki yakho. Sikubonisa i-akhawunti nereferensi.',
    started:
      'Sele unazo iinkcukacha zokuhlawula nge-EFT okanye nge-PayShap. Ukuba sele uhlawule, nceda ungahlawuli kwakhona.',
    explain:
      'Hlawula kule akhawunti kwi-app yebhanki yakho. Kopa zonke iinkcukacha kanye njengoko zinjalo apha.',
    receives: (holder: string, merchant: string) => `I-${holder} yamkela iintlawulo egameni le-${merchant}.`,
    holder: 'Umnini-akhawunti',
    account: 'Inombolo ye-akhawunti',
    branch: 'Ikhowudi yesebe',
    copy: 'Kopa',
    copied: 'Ikotshiwe',
    exact: (amount: string) =>
      `Hlawula u-${amount} ngqo, kube kanye, usebenzisa kanye le referensi. Kungenjalo kufuneka siyijonge ngesandla, kwaye oko kuthatha ixesha elide.`,
    range: (min: string, max: string) =>
      `Ungahlawula nasiphi na isixa-mali ukusuka kwi-${min} ukuya kwi-${max}, kube kanye. Sebenzisa kanye le referensi.`,
    waiting: 'Silinde intlawulo yakho.',
    statement:
      'Sibona intlawulo yakho kwingxelo yethu yebhanki elandelayo. I-PayShap idla ngokufika msinya. I-EFT ingathatha de kube ngumhla wokusebenza olandelayo.',
    seen: (merchant: string) => `Xa ifikile, eli phepha liyazihlaziya, kwaye siza kwazisa i-${merchant}.`,
    safe: 'Ungalivala eli phepha ubuyele kulo kamva. Nceda ungahlawuli kabini.',
    later: (merchant: string) => `Ukuba imali yakho ifika kamva, siza kwazisa i-${merchant} nangona kunjalo.`,
    other: 'Khetha enye indlela yokuhlawula',
    print: 'Printa eli phepha',
    held: 'Iyajongwa.',
    heldAmount: (came: string, asked: string) =>
      `Sifumene u-${came}, kodwa isixa-mali esihlawulwayo ngu-${asked}. Kufuneka siyijonge kuqala.`,
    heldMore: 'Sifumene intlawulo engaphezulu kwenye ngale referensi. Kufuneka siyijonge kuqala.',
    heldNext: (merchant: string) =>
      `Imali yakho ikhuselekile. Nceda ungahlawuli kwakhona. Xa sigqibile ukuyijonga, eli phepha liza kuhlaziywa, kwaye siza kwazisa i-${merchant}.`,
    mayHavePaid: (merchant: string) =>
      `Ukuba sele uhlawule, nceda ungahlawuli kwakhona. Siza kwazisa i-${merchant} xa imali yakho ifika.`,
    unused: (merchant: string) =>
      `Imali efikileyo ayisetyenziselwanga le ntlawulo. Qhagamshelana ne-${merchant} phambi kokuba uhlawule kwakhona.`,
  },
  waiting: {
    title: 'Silinde ibhanki yakho.',
    since: (bank: string, time: string) => `Silinde i-${bank} ukususela ngo-${time}.`,
    soon: 'Oku kudla ngokuthatha imizuzwana embalwa. Eli phepha liyazihlaziya xa ibhanki yakho iphendula.',
    slow: (merchant: string) =>
      `Ibhanki yakho ayikaphenduli, ngoko intlawulo yakho isalindile. Siza kwazisa i-${merchant} xa iphendula. Nceda ungahlawuli kwakhona.`,
    safe: 'Ungalivala eli phepha. Intlawulo yakho iyaqhubeka.',
  },
  paid: {
    title: 'Kuhlawuliwe.',
    explain: (merchant: string) =>
      `Ibhanki yakho iyenzile intlawulo, kwaye siyayazisa i-${merchant}. Ugqibile.`,
    late: (merchant: string) =>
      `Ibhanki yakho yenze le ntlawulo emva kokuphelelwa kwayo lixesha. Imali iphumile kwi-akhawunti yakho, kwaye siyayazisa i-${merchant}. Babuze ukuba iodolo yakho isaqhubeka na, okanye baza kukubuyisela imali na.`,
    takingBack: (merchant: string) => `Sikubuyisela kwi-${merchant}.`,
    stay: 'Hlala kweli phepha',
  },
  notPaid: {
    title: 'Akuhlawulwanga.',
    declined: (bank: string) => `I-${bank} iyalile le ntlawulo.`,
    cancelled: (bank: string) => `Uyirhoxisile le ntlawulo kwi-${bank}.`,
    abandoned: (bank: string) => `Le ntlawulo ayigqitywanga kwi-${bank}.`,
    failed: (bank: string) => `Kukho into engahambanga kakuhle kwi-${bank}. Intlawulo ayenziwanga.`,
    reversed: (bank: string) => `I-${bank} iyenzile le ntlawulo, yaza yayibuyisa umva.`,
    declinedNext: 'Jonga ibhalansi yakho nomda wakho wosuku kwibhanki yakho, okanye uhlawule ngenye ibhanki.',
    otherNext: 'Ungazama kwakhona, okanye uhlawule ngenye ibhanki.',
    tryAgain: 'Zama enye ibhanki',
  },
  takenBack: {
    title: 'Ibuyiswe umva.',
    explain: 'Imali yale ntlawulo ifikile, kodwa ibhanki iyibuyise umva. Ngoko le ntlawulo ayihlawulwanga.',
    money: 'Buza kwibhanki yakho ukuba imali ibuyele na kwi-akhawunti yakho.',
    next: (merchant: string) => `Buza kwi-${merchant} phambi kokuba uhlawule kwakhona.`,
  },
  cancelled: {
    title: 'Irhoxisiwe.',
    explain: 'Le ntlawulo irhoxisiwe.',
    next: (merchant: string) => `Ukuba usafuna ukuhlawula, qala kwakhona kwi-${merchant}.`,
  },
  expired: {
    title: 'Ixesha liphelile.',
    explain: (time: string) => `Le ntlawulo iphelelwe lixesha ngo-${time}.`,
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
    count: 'Inani leentlawulo',
    total: 'Isixa esipheleleyo',
    totalAtMost: 'Isixa esiphezulu sizonke',
    withoutSingle: 'Ngaphandle kwezexesha elinye',
    account: 'I-akhawunti',
    single: 'Iintlawulo zexesha elinye',
    band: (merchant: string, min: string, max: string) =>
      `I-${merchant} ingathatha neentlawulo zexesha elinye phakathi kweli xesha, nganye ukusuka kwi-${min} ukuya kwi-${max}.`,
    onlyOne: 'Enye kuphela.',
    atMost: (n: string) => `Azidluli kwi-${n}.`,
    together: (sum: string) => `Zizonke azidluli kwi-${sum}.`,
    movesAfter:
      'Intlawulo ewela ngempelaveki okanye ngeholide yoluntu ithathwa ngomhla wokusebenza olandelayo.',
    movesBefore:
      'Intlawulo ewela ngempelaveki okanye ngeholide yoluntu ithathwa ngomhla wokusebenza ongaphambili.',
    decideBefore: (time: string) => `Thatha isigqibo phambi ko-${time}.`,
    decline: 'Yala',
    declineAndBack: (merchant: string) => `Yala ubuyele kwi-${merchant}`,
    nothingTaken: 'Akukho mali iza kuthathwa kwi-akhawunti yakho.',
    startAgain: (merchant: string) => `Ukuba utshintsha ingqondo, qala kwakhona kwi-${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `Uvumela i-${merchant} ukuba ithathe intlawulo ye-${amount} ${often} kwi-akhawunti yakho yebhanki, ukususela ngo-${first} ukuya kutsho ngo-${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `Uvumela i-${merchant} ukuba ithathe intlawulo ye-${amount} kube kanye kwi-akhawunti yakho yebhanki, ngo-${day}.`,
    agreeNow: (amount: string) => `Intlawulo ye-${amount} ithathwa kwangoko xa ugunyazisa.`,
    agreeSingle: 'Uvumela neentlawulo zexesha elinye ezichazwe ngasentla.',
    does: (reference: string) =>
      `Sicela ibhanki yakho ukuba yenze iintlawulo eziphindaphindwayo ngemihla ekuvunyelwene ngayo, ngereferensi ethi ${reference}. Awugunyazisi intlawulo nganye. Ukuba ibhanki yakho iyala intlawulo, siyazama kwakhona ngemihla emibini yokusebenza elandelayo.`,
    doesWithSingle: (reference: string) =>
      `Sicela ibhanki yakho ukuba yenze iintlawulo eziphindaphindwayo ngemihla ekuvunyelwene ngayo, nayiphi na intlawulo yexesha elinye ngomhla ecelwa ngawo, ngereferensi ethi ${reference}. Awugunyazisi intlawulo nganye. Ukuba ibhanki yakho iyala intlawulo, siyazama kwakhona ngemihla emibini yokusebenza elandelayo.`,
    sees: 'Ibhanki yakho isiqinisekisela ukuba ugunyazisile na, ukuba intlawulo nganye yenziwe na, nokuba ihlawulwe ngeyiphi i-akhawunti. Sibonisa amanani ayo okugqibela kuphela. Asiyiboni iphasiwedi yakho, i-PIN yakho okanye ibhalansi yakho.',
    shares: (merchant: string) =>
      `Sabelana ne-${merchant} ngoku: ukuba ugunyazisile na, ukuba intlawulo nganye yenziwe na, ibhanki yakho, namanani okugqibela e-akhawunti.`,
    stops: (merchant: string) =>
      `Ukuze uyimise, cela i-${merchant} ukuba iyirhoxise, okanye uyalele ibhanki yakho ukuba iyimise. Iintlawulo ezenziwe phambi koko azinakutshintshwa, kwaye yi-${merchant} kuphela enokubuyisa imali yazo.`,
    atBank: (bank: string) =>
      `Intlawulo yakho ephindaphindwayo ilungile kwi-${bank}. Jonga isixa-mali nomamkeli apho, uze uyigunyazise okanye uyale.`,
    slow: (merchant: string) =>
      `Ibhanki yakho ayikaqinisekisi ukuba uyigunyazisile. Siyaqhubeka sijonga, kwaye siza kwazisa i-${merchant} xa iqinisekisa. Kude kube lelo xesha, akukho mali ithathwayo.`,
    safe: 'Ungalivala eli phepha. Siyaqhubeka sijonga.',
    undecided: 'Ukuba awukayigunyazisi okanye awukayali, ungakwenza oko kwibhanki yakho.',
    active: 'Igunyazisiwe.',
    activeMeans: (merchant: string) =>
      `Ibhanki yakho iqinisekisile, kwaye siyayazisa i-${merchant}. Ugqibile.`,
    agreedTitle: 'Into ovumelene nayo',
    agreedOn: (time: string) => `Uvumelene noku ngo-${time}.`,
    record: 'Eli phepha lirekhodi yakho. Ungaliprinta okanye uligcine.',
    print: 'Printa eli phepha',
    declined: 'Yaliwe.',
    declinedMeans: 'Le ntlawulo iphindaphindwayo yaliwe.',
    stopped: 'Imisiwe.',
    stoppedMeans: 'Iintlawulo ezininzi ezilandelelanayo azaphumelela, ngoko akukho ntlawulo ziza kuthathwa.',
    stoppedNext: (merchant: string) =>
      `Buza kwi-${merchant} ukuba oku kuthetha ntoni ngenkonzo okanye ngeodolo yakho.`,
    cancelled: 'Le ntlawulo iphindaphindwayo irhoxisiwe.',
    cancelledLater: 'Akukho ntlawulo ziza kuthathwa. Intlawulo esele ikwibhanki yakho isenokuqhubeka.',
    completed: 'Iphelile.',
    completedMeans: 'Le ntlawulo iphindaphindwayo iphelile. Akukho ntlawulo ziza kuthathwa.',
    expired: (time: string) => `Esi sicelo siphelelwe lixesha ngo-${time}.`,
  },
  charge: {
    title: 'Akukho nto ufanele uyenze apha.',
    partOf: (merchant: string) => `Le ntlawulo uyivumele xa ubugunyazisa iintlawulo eziya kwi-${merchant}.`,
    byBank: 'Ibhanki yakho iyenza ngokuzenzekelayo.',
    notYet: 'Akukahlawulwa.',
    missed: (amount: string, day: string) => `Intlawulo ye-${amount} yango-${day} ayenziwanga.`,
    takenBack: (amount: string, day: string) => `Intlawulo ye-${amount} yango-${day} ibuyiswe umva.`,
    again: (day: string) =>
      `Siza kuzama kwakhona ngo-${day}. Nceda uqinisekise ukuba kukho imali eyaneleyo kwi-akhawunti yakho.`,
    givenUp: 'Asisayizami kwakhona le ntlawulo.',
    nextOn: (day: string) => `Intlawulo elandelayo ingo-${day}.`,
    noneNext: 'Akukho ntlawulo ziza kuthathwa.',
    ask: (merchant: string) => `Buza kwi-${merchant} ukuba ungasihlawula njani esi sixa-mali.`,
  },
  noBanks: {
    title: 'Awukwazi ukuhlawula le venkile apha okwangoku.',
    explain: 'Okwangoku akukho bhanki ifumanekayo kweli phepha.',
    next: (merchant: string) =>
      `Buza kwi-${merchant} ukuba ungahlawula njani ngenye indlela, okanye ubuye kamva.`,
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
  email: {
    hello: (name: string) => `Molo ${name},`,
    receiptSubject: (merchant: string, amount: string) => `Irisithi: ${amount} ehlawulwe i-${merchant}`,
    receiptHeading: (merchant: string) => `Uhlawule i-${merchant}`,
    receiptWhy: (merchant: string) =>
      `Ufumana le risithi kuba uhlawule i-${merchant} kwaye idilesi yakho ye-imeyile inikiwe kule ntlawulo.`,
    refundSubject: (merchant: string, amount: string) => `Imali ebuyisiweyo: ${amount} evela kwi-${merchant}`,
    refundHeading: (merchant: string) => `I-${merchant} ikubuyisele imali yakho`,
    refundTo: 'I-akhawunti ehlawulweyo',
    refundElsewhere: (merchant: string) =>
      `Imali ibuyiselwe kwenye i-akhawunti, hayi leyo uhlawule ngayo. Ukuba awuyazi le akhawunti, qhagamshelana ne-${merchant} ngoku.`,
    refundWhy: (merchant: string) =>
      `Ufumana le imeyile kuba i-${merchant} ibuyisele imali yentlawulo onikwe kuyo idilesi yakho ye-imeyile.`,
    linkSubject: (merchant: string) => `Isicelo sentlawulo esivela kwi-${merchant}`,
    linkHeading: (merchant: string) => `I-${merchant} icela uhlawule`,
    linkOpenAmount: 'Uza kufaka isixa-mali kwiphepha elilandelayo.',
    payNow: 'Hlawula ngoku',
    linkUnexpected: (merchant: string) =>
      `Ukuba ubungasilindelanga esi sicelo, qhagamshelana ne-${merchant} phambi kokuba uhlawule.`,
    linkWhy: (merchant: string) => `I-${merchant} ikuthumelele le imeyile.`,
  },
  notFound: {
    title: 'Asiyifumani le ntlawulo.',
    explain: 'Isenokuba ikhonkco aliphelelanga, okanye intlawulo ayikho.',
    money: 'Ukuvula eli phepha akuthathanga mali.',
    next: 'Buyela evenkileni uze uphinde uvule intlawulo khona.',
  },
  nothingHere: {
    title: 'Iphepha alifumaneki.',
    explain: 'Isenokuba ikhonkco aliphelelanga okanye libhalwe ngempazamo.',
    next: 'Buyela apho ubuvela khona uze uphinde uvule ikhonkco khona.',
  },
  cannotStart: {
    title: 'Le ntlawulo ayinakuqala.',
    explain: 'Asikwazanga ukwamkela isicelo sevenkile. Asilotyala lakho.',
    next: 'Buyela evenkileni uzame kwakhona. Ukuba iyenzeka kwakhona, qhagamshelana nevenkile.',
    technical: 'Iinkcukacha zevenkile',
  },
  unavailable: {
    title: 'Eli phepha alisebenzi okwangoku.',
    explain: 'Kukho into engasebenziyo kwicala lethu. Nceda uzame kwakhona emva komzuzu.',
    money: 'Ukuba awukayigunyazisi intlawulo kwibhanki yakho, akukho mali iphumileyo kwi-akhawunti yakho.',
    approved:
      'Ukuba uyigunyazisile, nceda ungahlawuli kwakhona. Ibhanki yakho iyasiqinisekisela, size sazise ivenkile.',
    retry: 'Zama kwakhona',
  },
} satisfies typeof en;
