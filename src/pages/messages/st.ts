// Every text for customers, in Sesotho with South African spelling.
import type { en } from './en.ts';

export const st = {
  months: [
    'Pherekgong',
    'Hlakola',
    'Hlakubele',
    'Mmesa',
    'Motsheanong',
    'Phupjane',
    'Phupu',
    'Phato',
    'Loetse',
    'Mphalane',
    'Pudungwana',
    'Tshitwe',
  ],
  frame: {
    skip: 'Tlolela karolong e ka sehloohong',
    language: 'Puo',
    test: 'Teko',
    testMeaning: 'Ena ke tefo ya teko. Ke wena ya kgethang sephetho, mme ha ho tjhelete e tsamayang.',
    sandboxMeaning: 'Dibanka tse mona ke tsa ketsiso, kahoo ha ho tjhelete ya nnete e tsamayang.',
    whoRuns: (operator: string) => `Leqephe lena la tefo le fanwa ke ${operator}.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `Leqephe lena la tefo le fanwa ke ${operator} lebitsong la ${merchant}.`,
    neverAsk:
      'Re ke ke ra kopa phasewete kapa PIN ya banka ya hao. Di kenye leqepheng kapa app ya banka ya hao feela.',
    help: 'Thuso',
    helpOrder: (merchant: string) => `O na le dipotso ka odara ya hao? Ikopanye le ${merchant}.`,
    helpMoney: (reference: string) =>
      `O na le dipotso ka tjhelete e tswileng akhaonteng ya hao? Ikopanye le banka ya hao mme o e fe referense ena: ${reference}.`,
  },
  payment: {
    pay: (merchant: string) => `Lefa ${merchant}`,
    reference: 'Referense',
    bank: 'Banka',
    amount: 'Tjhelete',
    payee: 'Ya lefuwang',
    payer: 'Ya lefang',
    accountOf: (bank: string, digits: string) => `${bank}, akhaonte e qetellang ka\u00a0${digits}`,
    when: 'Neng',
    whatFor: 'Tefo ya',
    minutesLeft: (n: string) => `O saletswe ke metsotso e ${n}.`,
    oneMinuteLeft: 'O saletswe ke motsotso o le 1.',
    secondsLeft: (n: string) => `O saletswe ke metsotswana e ${n}.`,
    payBefore: (time: string) => `Lefa pele ho ${time}.`,
    cancel: (merchant: string) => `Hlakola o kgutlele ho ${merchant}`,
    cancelHere: 'Hlakola tefo ena',
    back: (merchant: string) => `Kgutlela ho ${merchant}`,
    noMoneyLeft: 'Ha ho tjhelete e tswileng akhaonteng ya hao.',
    mayStillPay: (merchant: string) =>
      `Haeba o e dumeletse bankeng ya hao, ka kopo o se ke wa lefa hape. Re tla tsebisa ${merchant} ha banka ya hao e e tiisa.`,
  },
  leave: {
    close: 'O ka kwala fensetere ena.',
    reach: (merchant: string) => `Ikopanye le ${merchant}:`,
    asBefore: (merchant: string) =>
      `Ho ikopanya le ${merchant}, sebedisa molaetsa kapa leqephe le o tlisitseng mona.`,
    phone: 'Mohala',
    email: 'Imeile',
  },
  choose: {
    title: 'Kgetha banka ya hao',
    search: 'Batla banka ya hao',
    searchButton: 'Batla',
    noneFound: 'Ha ho banka e tsamaellanang le patlo ya hao.',
    showAll: 'Bontsha dibanka tsohle',
    lastUsed: 'E sa tswa sebediswa',
    unavailable: 'Ha e fumanehe hajwale',
    unavailableReasons: {
      down: 'ha e arabe',
      maintenance: 'e ntse e lokiswa',
    },
    amountLabel: 'O batla ho lefa bokae?',
    amountHint: (min: string, max: string) => `Ho tloha ho ${min} ho isa ho ${max}.`,
    continueTo: (bank: string) => `Tswela pele ho ${bank}`,
    continueToBank: 'Tswela pele bankeng ya hao',
  },
  handOff: {
    pay: 'Lefa ka fono ya hao',
    approve: 'Dumella ka fono ya hao',
    code: 'Khoutu ya QR e nang le aterese ya leqephe lena',
    explain: 'Skena khoutu ena ka khamera ya fono ya hao, mme o tswele pele moo.',
    look: 'O qetile fonong ya hao? Sheba boemo ba tefo.',
  },
  consent: {
    title: 'Seo o dumellanang le sona',
    order: (amount: string, merchant: string) =>
      `O re dumella ho lokisa tefo e le nngwe ya ${amount} e tswang akhaonteng ya hao ya banka e yang ho ${merchant}.`,
    orderVariable: (merchant: string) =>
      `O re dumella ho lokisa tefo e le nngwe ya tjhelete e ka hodimo e tswang akhaonteng ya hao ya banka e yang ho ${merchant}.`,
    approval: 'O a e hlahloba mme o e dumella bankeng ya hao. Ho fihlela moo, ha ho tjhelete e tsamayang.',
    more: 'Bala dipehelo tsohle',
    does: (reference: string) =>
      `Re romela banka ya hao tefo e le nngwe e nang le palo ya tjhelete, moamohedi, le referense e reng ${reference}. Ha re kgone ho fetola palo ya tjhelete, mme ha re kgone ho nka tjhelete hape hamorao.`,
    sees: 'Banka ya hao e re tiisetsa hore na o lefile, le hore na o lefile ka akhaonte efe. Re bontsha dinomoro tsa yona tsa ho qetela feela. Ha re bone phasewete ya hao, PIN ya hao kapa tjhelete e setseng akhaonteng ya hao.',
    shares: (merchant: string) =>
      `Re arolelana tsena le ${merchant}: hore na o lefile, banka ya hao, le dinomoro tsa ho qetela tsa akhaonte.`,
    keeps:
      'Re boloka rekoto ya dipehelo tseo o dumellaneng le tsona mona, nako, le aterese ya inthanete, e le bopaki ba hao le ba rona.',
    stops: (merchant: string) =>
      `O ka hlakola ho fihlela o e dumella bankeng ya hao. Ka mora moo tefo e ke ke ya fetoha, mme ke ${merchant} feela e ka kgutlisang tjhelete.`,
    version: (version: string) => `Kgatiso ${version}`,
  },
  errors: {
    title: 'Ho na le bothata',
    noBank: 'Kgetha banka ya hao pele.',
    bankUnavailable: (bank: string) =>
      `${bank} ha e kgone ho amohela ditefo hajwale. Ha ho tjhelete e tswileng akhaonteng ya hao.`,
    bankUnreachable: (bank: string) =>
      `Ha re a kgona ho fihlella ${bank}. Ha ho tjhelete e tswileng akhaonteng ya hao.`,
    otherBank: 'Kgetha banka e nngwe, kapa o leke hape hamorao.',
    amountMissing: 'Ngola palo ya tjhelete eo o batlang ho e lefa.',
    amountUnreadable: 'Ngola tjhelete ka diranta le disente, jwaloka 150,50.',
    amountOutOfRange: (min: string, max: string) =>
      `Ngola palo ya tjhelete ho tloha ho ${min} ho isa ho ${max}.`,
  },
  lastTry: {
    title: 'Teko ya hao ya ho qetela ha e a atleha',
    next: 'Kgetha banka e nngwe, kapa o leke hape.',
  },
  testOutcome: {
    title: 'Kgetha sephetho sa teko ena',
    explain: (merchant: string) =>
      `Ha ho banka e ikopantsweng le yona mme ha ho tjhelete e tsamayang. ${merchant} e fumana sephetho seo o se kgethang, jwaloka tefong ya nnete.`,
    successful: 'E atlehile',
    successfulMeans: 'Banka e lefile.',
    cancelled: 'E hlakotswe',
    cancelledMeans: 'Moreki o hlakotse bankeng.',
    error: 'Phoso',
    errorMeans: 'Banka ha e a kgona ho lefa.',
    abandoned: 'E tlohetswe',
    abandonedMeans: 'Moreki o tsamaile mme ha a kgutla.',
    pending: 'E sa emetse',
    pendingMeans: 'Banka ha e so e tiise.',
    button: 'Qeta teko',
    missing: 'Kgetha sephetho.',
  },
  atBank: {
    title: (bank: string) => `E dumelle ho ${bank}`,
    explain: (bank: string) =>
      `Tefo ya hao e lokile ho ${bank}. Hlahloba palo ya tjhelete le moamohedi moo, ebe o a e dumella.`,
    next: 'Ka mora moo banka ya hao e o kgutlisetsa mona hore o bone sephetho.',
    button: (bank: string) => `Tswela pele ho ${bank}`,
    other: 'Kgetha banka e nngwe',
  },
  eft: {
    or: 'Kapa itefelle ka EFT',
    pay: 'Lefa ka EFT kapa PayShap',
    hint: 'Lefa ka banka efe kapa efe ho app ya banka ya hao. Re o bontsha akhaonte le referense.',
    started:
      'O se o na le dintlha tsa ho lefa ka EFT kapa PayShap. Haeba o se o lefile, ka kopo o se ke wa lefa hape.',
    explain: 'Lefa akhaonteng ena ho app ya banka ya hao. Kopitsa ntlha ka nngwe hantle jwalokaha e le mona.',
    receives: (holder: string, merchant: string) => `${holder} e amohela ditefo lebitsong la ${merchant}.`,
    holder: 'Mong wa akhaonte',
    account: 'Nomoro ya akhaonte',
    branch: 'Khoutu ya lekala',
    copy: 'Kopitsa',
    copied: 'E kopitsitswe',
    exact: (amount: string) =>
      `Lefa ${amount} hantle, hang feela, o sebedisa yona referense ena. Ho seng jwalo re tlameha ho e hlahloba ka letsoho, mme seo se nka nako e telele.`,
    range: (min: string, max: string) =>
      `O ka lefa tjhelete efe kapa efe ho tloha ho ${min} ho isa ho ${max}, hang feela. Sebedisa yona referense ena.`,
    waiting: 'Re emetse tefo ya hao.',
    statement:
      'Re bona tefo ya hao setatementeng sa rona se latelang sa banka. Hangata PayShap e fihla kapele. EFT e ka nka ho fihlela letsatsing la mosebetsi le latelang.',
    seen: (merchant: string) =>
      `Ha e fihlile, leqephe lena le a intjhafatsa, mme re tla tsebisa ${merchant}.`,
    safe: 'O ka kwala leqephe lena wa boela wa kgutlela ho lona. Ka kopo, o se ke wa lefa habedi.',
    later: (merchant: string) => `Haeba tjhelete ya hao e fihla hamorao, re ntse re tla tsebisa ${merchant}.`,
    other: 'Kgetha tsela e nngwe ya ho lefa',
    print: 'Hatisa leqephe lena',
    held: 'E a hlahlojwa.',
    heldAmount: (came: string, asked: string) =>
      `Re amohetse ${came}, empa tjhelete e lokelang ho lefuwa ke ${asked}. Re tlameha ho e hlahloba pele.`,
    heldMore: 'Re amohetse ditefo tse fetang e le nngwe ka referense ena. Re tlameha ho di hlahloba pele.',
    heldNext: (merchant: string) =>
      `Tjhelete ya hao e bolokehile. Ka kopo, o se ke wa lefa hape. Ha re qetile ho e hlahloba, leqephe lena le tla ntjhafatswa, mme re tla tsebisa ${merchant}.`,
    mayHavePaid: (merchant: string) =>
      `Haeba o se o lefile, ka kopo o se ke wa lefa hape. Re tla tsebisa ${merchant} ha tjhelete ya hao e fihla.`,
    unused: (merchant: string) =>
      `Tjhelete e fihlileng ha e a sebedisetswa tefo ena. Ikopanye le ${merchant} pele o lefa hape.`,
  },
  waiting: {
    title: 'Re emetse banka ya hao.',
    since: (bank: string, time: string) => `Re emetse ${bank} ho tloha ka ${time}.`,
    soon: 'Hangata sena se nka metsotswana e mmalwa. Leqephe lena le a intjhafatsa ha banka ya hao e araba.',
    slow: (merchant: string) =>
      `Banka ya hao ha e so arabe, kahoo tefo ya hao e sa emetse. Re tla tsebisa ${merchant} ha e araba. Ka kopo, o se ke wa lefa hape.`,
    safe: 'O ka kwala leqephe lena. Tefo ya hao e tswela pele.',
  },
  paid: {
    title: 'E lefilwe.',
    explain: (merchant: string) => `Banka ya hao e entse tefo, mme re tsebisa ${merchant}. O qetile.`,
    late: (merchant: string) =>
      `Banka ya hao e entse tefo ena ka mora hore e felelwe ke nako. Tjhelete e tswile akhaonteng ya hao, mme re tsebisa ${merchant}. Ba botse hore na odara ya hao e sa tswela pele, kapa ba tla o kgutlisetsa tjhelete.`,
    takingBack: (merchant: string) => `Re o kgutlisetsa ho ${merchant}.`,
    stay: 'Dula leqepheng lena',
  },
  notPaid: {
    title: 'Ha e a lefuwa.',
    declined: (bank: string) => `${bank} e hanne tefo ena.`,
    cancelled: (bank: string) => `O hlakotse tefo ena ho ${bank}.`,
    abandoned: (bank: string) => `Tefo ena ha e a qetwa ho ${bank}.`,
    failed: (bank: string) => `Ho na le se sa tsamayang hantle ho ${bank}. Tefo ha e a etswa.`,
    reversed: (bank: string) => `${bank} e entse tefo ena, yaba e a e kgutlisa.`,
    declinedNext:
      'Hlahloba tjhelete e setseng le moedi wa hao wa letsatsi bankeng ya hao, kapa o lefe ka banka e nngwe.',
    otherNext: 'O ka leka hape, kapa wa lefa ka banka e nngwe.',
    tryAgain: 'Leka banka e nngwe',
  },
  takenBack: {
    title: 'E kgutlisitswe.',
    explain: 'Tjhelete ya tefo ena e fihlile, empa banka e e kgutlisitse. Kahoo tefo ena ha e a lefuwa.',
    money: 'Botsa banka ya hao hore na tjhelete e kgutletse akhaonteng ya hao.',
    next: (merchant: string) => `Botsa ${merchant} pele o lefa hape.`,
  },
  cancelled: {
    title: 'E hlakotswe.',
    explain: 'Tefo ena e hlakotswe.',
    next: (merchant: string) => `Haeba o sa batla ho lefa, qala hape ho ${merchant}.`,
  },
  expired: {
    title: 'Nako e fedile.',
    explain: (time: string) => `Tefo ena e feletswe ke nako ka ${time}.`,
    next: (merchant: string) => `Haeba o sa batla ho lefa, qala hape ho ${merchant}.`,
  },
  subscribe: {
    asks: (merchant: string) => `${merchant} e kopa tefo e iphetang`,
    asksOnce: (merchant: string) => `${merchant} e kopa tefo e le nngwe`,
    every: {
      Daily: 'letsatsi le letsatsi',
      Weekly: 'beke le beke',
      Fortnightly: 'dibeke tse ding le tse ding tse pedi',
      Monthly: 'kgwedi le kgwedi',
      Biannually: 'dikgwedi tse ding le tse ding tse tsheletseng',
      Annually: 'selemo le selemo',
    },
    once: 'hanngwe',
    now: 'Hona jwale',
    onApproval: (amount: string) => `${amount}, ha o dumella`,
    atStart: 'Hanngwe, ha ho dumelwa',
    first: 'Tefo ya pele',
    last: 'Tefo ya ho qetela',
    only: 'Letsatsi la tefo',
    count: 'Palo ya ditefo',
    total: 'Kakaretso',
    totalAtMost: 'Kakaretso e hodimo',
    withoutSingle: 'Ntle le tsa hanngwe',
    account: 'Akhaonte',
    single: 'Ditefo tsa hanngwe',
    band: (merchant: string, min: string, max: string) =>
      `${merchant} e ka boela ya nka ditefo tsa hanngwe nakong ena, e nngwe le e nngwe ho tloha ho ${min} ho isa ho ${max}.`,
    onlyOne: 'E le nngwe feela.',
    atMost: (n: string) => `Di ke ke tsa feta ${n}.`,
    together: (sum: string) => `Kakaretso ya tsona e ke ke ya feta ${sum}.`,
    movesAfter:
      'Tefo e welang mafelong a beke kapa letsatsing la phomolo la setjhaba e nkuwa ka letsatsi la mosebetsi le latelang.',
    movesBefore:
      'Tefo e welang mafelong a beke kapa letsatsing la phomolo la setjhaba e nkuwa ka letsatsi la mosebetsi le tlang pele ho lona.',
    decideBefore: (time: string) => `Etsa qeto pele ho ${time}.`,
    decline: 'Hana',
    declineAndBack: (merchant: string) => `Hana o kgutlele ho ${merchant}`,
    nothingTaken: 'Ha ho tjhelete e tla nkuwa akhaonteng ya hao.',
    startAgain: (merchant: string) => `Haeba o fetola mohopolo, qala hape ho ${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `O dumella ${merchant} ho nka ${amount} ${often} akhaonteng ya hao ya banka, ho tloha ka ${first} ho fihlela ka ${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `O dumella ${merchant} ho nka ${amount} hanngwe akhaonteng ya hao ya banka, ka ${day}.`,
    agreeNow: (amount: string) => `${amount} e nkuwa hang ha o dumella.`,
    agreeSingle: 'O dumella le ditefo tsa hanngwe tse hlalositsweng ka hodimo.',
    does: (reference: string) =>
      `Re kopa banka ya hao ho etsa ditefo tse iphetang ka matsatsi ao ho dumellanweng ka wona, ka referense e reng ${reference}. Ha o dumelle tefo ka nngwe. Haeba banka ya hao e hana tefo, re leka hape matsatsing a mabedi a mosebetsi a latelang.`,
    doesWithSingle: (reference: string) =>
      `Re kopa banka ya hao ho etsa ditefo tse iphetang ka matsatsi ao ho dumellanweng ka wona, le tefo efe kapa efe ya hanngwe ka letsatsi leo e kopuwang ka lona, ka referense e reng ${reference}. Ha o dumelle tefo ka nngwe. Haeba banka ya hao e hana tefo, re leka hape matsatsing a mabedi a mosebetsi a latelang.`,
    sees: 'Banka ya hao e re tiisetsa hore na o dumetse, hore na tefo ka nngwe e entswe, le hore na e lefilwe ka akhaonte efe. Re bontsha dinomoro tsa yona tsa ho qetela feela. Ha re bone phasewete ya hao, PIN ya hao kapa tjhelete e setseng akhaonteng ya hao.',
    shares: (merchant: string) =>
      `Re arolelana tsena le ${merchant}: hore na o dumetse, hore na tefo ka nngwe e entswe, banka ya hao, le dinomoro tsa ho qetela tsa akhaonte.`,
    stops: (merchant: string) =>
      `Ho e emisa, kopa ${merchant} ho e hlakola, kapa o laele banka ya hao ho e emisa. Ditefo tse entsweng pele ho moo di ke ke tsa fetoha, mme ke ${merchant} feela e ka kgutlisang tjhelete ya tsona.`,
    atBank: (bank: string) =>
      `Tefo ya hao e iphetang e lokile ho ${bank}. Hlahloba palo ya tjhelete le moamohedi moo, ebe o a e dumella kapa o a e hana.`,
    slow: (merchant: string) =>
      `Banka ya hao ha e so tiise hore o e dumetse. Re tswela pele ho hlahloba, mme re tla tsebisa ${merchant} ha e tiisa. Ho fihlela moo, ha ho tjhelete e nkuwang.`,
    safe: 'O ka kwala leqephe lena. Re tswela pele ho hlahloba.',
    undecided: 'Haeba ha o so e dumelle kapa ho e hana, o ka etsa seo bankeng ya hao.',
    active: 'E dumeletswe.',
    activeMeans: (merchant: string) => `Banka ya hao e tiisitse, mme re tsebisa ${merchant}. O qetile.`,
    agreedTitle: 'Seo o dumellaneng le sona',
    agreedOn: (time: string) => `O dumellane le sena ka ${time}.`,
    record: 'Leqephe lena ke rekoto ya hao. O ka le hatisa kapa wa le boloka.',
    print: 'Hatisa leqephe lena',
    declined: 'E hannwe.',
    declinedMeans: 'Tefo ena e iphetang e hannwe.',
    stopped: 'E emisitswe.',
    stoppedMeans: 'Ditefo tse ngata tse latellanang di hlolehile, kahoo ha ho ditefo tse tla nkuwa.',
    stoppedNext: (merchant: string) =>
      `Botsa ${merchant} hore na sena se bolela eng ka tshebeletso kapa odara ya hao.`,
    cancelled: 'Tefo ena e iphetang e hlakotswe.',
    cancelledLater: 'Ha ho ditefo tse tla nkuwa. Tefo e seng e le bankeng ya hao e ka nna ya tswela pele.',
    completed: 'E phethilwe.',
    completedMeans: 'Tefo ena e iphetang e fedile. Ha ho ditefo tse tla nkuwa.',
    expired: (time: string) => `Kopo ena e feletswe ke nako ka ${time}.`,
  },
  charge: {
    title: 'Ha ho letho leo o lokelang ho le etsa mona.',
    partOf: (merchant: string) => `Tefo ena o e dumeletse ha o ne o dumella ditefo tse yang ho ${merchant}.`,
    byBank: 'Banka ya hao e e etsa ka boyona.',
    notYet: 'Ha e so lefuwe.',
    missed: (amount: string, day: string) => `Tefo ya ${amount} ya la ${day} ha e a etswa.`,
    takenBack: (amount: string, day: string) => `Tefo ya ${amount} ya la ${day} e kgutlisitswe.`,
    again: (day: string) =>
      `Re tla leka hape ka la ${day}. Ka kopo, etsa bonnete ba hore ho na le tjhelete e lekaneng akhaonteng ya hao.`,
    givenUp: 'Ha re sa leka tefo ena hape.',
    nextOn: (day: string) => `Tefo e latelang e ka la ${day}.`,
    noneNext: 'Ha ho ditefo tse tla nkuwa.',
    ask: (merchant: string) => `Botsa ${merchant} hore na o ka lefa tjhelete ena jwang.`,
  },
  noBanks: {
    title: 'O ke ke wa lefa lebenkele lena mona hona jwale.',
    explain: 'Hajwale ha ho banka e fumanehang leqepheng lena.',
    next: (merchant: string) =>
      `Botsa ${merchant} hore na o ka lefa jwang ka tsela e nngwe, kapa o kgutle hamorao.`,
  },
  link: {
    continue: 'Tswela pele tefong',
    again: (merchant: string) => `Kopa ${merchant} lehokelo le letjha.`,
    paid: 'E se e lefilwe.',
    paidMeans: 'Tefo ya lehokelo lena e se e entswe. Ha o hloke ho lefa hape.',
    disabled: 'Lehokelo lena le kwetswe.',
    disabledMeans: (merchant: string) => `${merchant} ha e sa amohela ditefo ka lehokelo lena.`,
    expired: 'Nako ya lehokelo lena e fedile.',
    expiredMeans: (time: string) => `Nako ya ho lefa e fedile ka ${time}.`,
    taken: (merchant: string) =>
      `${merchant} e na le tefo e nngwe e nang le referense ena, kahoo e ke ke ya lefuwa ka lehokelo lena.`,
  },
  email: {
    hello: (name: string) => `Dumela ${name},`,
    receiptSubject: (merchant: string, amount: string) => `Rasiti: ${amount} e lefilwe ho ${merchant}`,
    receiptHeading: (merchant: string) => `O lefile ${merchant}`,
    receiptWhy: (merchant: string) =>
      `O fumana rasiti ena hobane o lefile ${merchant} mme aterese ya hao ya imeile e fanwe bakeng sa tefo ena.`,
    refundSubject: (merchant: string, amount: string) =>
      `Tjhelete e kgutliseditsweng: ${amount} e tswang ho ${merchant}`,
    refundHeading: (merchant: string) => `${merchant} e o kgutliseditse tjhelete ya hao`,
    refundTo: 'Akhaonte e lefilweng',
    refundElsewhere: (merchant: string) =>
      `Tjhelete e kgutliseditswe akhaonteng e nngwe, e seng eo o lefileng ka yona. Haeba o sa tsebe akhaonte ena, ikopanye le ${merchant} hona jwale.`,
    refundWhy: (merchant: string) =>
      `O fumana imeile ena hobane ${merchant} e kgutliseditse tjhelete ya tefo eo aterese ya hao ya imeile e fanweng bakeng sa yona.`,
    linkSubject: (merchant: string) => `Kopo ya tefo e tswang ho ${merchant}`,
    linkHeading: (merchant: string) => `${merchant} e kopa hore o lefe`,
    linkOpenAmount: 'O tla kenya palo ya tjhelete leqepheng le latelang.',
    payNow: 'Lefa jwale',
    linkUnexpected: (merchant: string) => `Haeba o sa lebella kopo ena, ikopanye le ${merchant} pele o lefa.`,
    linkWhy: (merchant: string) => `${merchant} e o rometse imeile ena.`,
  },
  notFound: {
    title: 'Ha re fumane tefo ena.',
    explain: 'Mohlomong lehokelo ha le a fella, kapa tefo ha e yo.',
    money: 'Ho bula leqephe lena ha ho a nka tjhelete.',
    next: 'Kgutlela lebenkeleng mme o bule tefo moo hape.',
  },
  nothingHere: {
    title: 'Leqephe ha le fumanehe.',
    explain: 'Mohlomong lehokelo ha le a fella kapa le ngotswe ka phoso.',
    next: 'Kgutlela moo o tswang teng mme o bule lehokelo moo hape.',
  },
  cannotStart: {
    title: 'Tefo ena e ke ke ya qala.',
    explain: 'Ha re a kgona ho amohela kopo ya lebenkele. Ha se phoso ya hao.',
    next: 'Kgutlela lebenkeleng mme o leke hape. Haeba e etsahala hape, ikopanye le lebenkele.',
    technical: 'Dintlha tsa lebenkele',
  },
  unavailable: {
    title: 'Leqephe lena ha le sebetse hajwale.',
    explain: 'Ho na le ntho e sa sebetseng lehlakoreng la rona. Ka kopo leka hape ka mora motsotso.',
    money: 'Haeba o so dumelle tefo bankeng ya hao, ha ho tjhelete e tswileng akhaonteng ya hao.',
    approved:
      'Haeba o se o e dumeletse, ka kopo o se ke wa lefa hape. Banka ya hao e re tiisetsa yona, mme re tsebisa lebenkele.',
    retry: 'Leka hape',
  },
} satisfies typeof en;
