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
    testMeaning:
      'Ena ke tefo ya boikwetliso. Ke wena ya kgethang hore e fela jwang, mme ha ho tjhelete e tsamayang.',
    sandboxMeaning: 'Dibanka tse mona ke tsa ketsiso, kahoo ha ho tjhelete ya nnete e tsamayang.',
    whoRuns: (operator: string) => `${operator} e tsamaisa leqephe lena la tefo.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `${operator} e tsamaisa leqephe lena la tefo lebitsong la ${merchant}.`,
    neverAsk:
      'Le ka mohla ha re kope phasewete kapa PIN ya banka ya hao. O di kenya leqepheng la banka ya hao feela.',
    help: 'Thuso',
    helpOrder: (merchant: string) => `Haeba o na le dipotso ka seo o se rekang, botsa ${merchant}.`,
    helpMoney: (reference: string) =>
      `Haeba o na le dipotso ka tjhelete e tswileng akhaonteng ya hao, botsa banka ya hao mme o e fe referense ena: ${reference}.`,
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
      `Haeba o e dumeletse bankeng ya hao, o se ke wa lefa hape. Ha banka ya hao e re bolella, re tla bolella ${merchant}.`,
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
    noneFound: 'Ha ho banka e nang le lebitso leo mona.',
    showAll: 'Bontsha dibanka tsohle',
    lastUsed: 'E sa tswa sebediswa',
    unavailable: 'Ha e fumanehe hajwale',
    unavailableReasons: {
      down: 'ha e re arabe',
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
    explain: 'Skena sena ka khamera ya fono ya hao, mme o tswele pele moo.',
    look: 'O qetile fonong ya hao? Sheba hore na ho eme jwang.',
  },
  consent: {
    title: 'Seo o dumellanang le sona',
    order: (amount: string, merchant: string) =>
      `O re kopa ho lokisa tefo e le nngwe ya ${amount} e tswang akhaonteng ya hao ya banka e yang ho ${merchant}.`,
    orderVariable: (merchant: string) =>
      `O re kopa ho lokisa tefo e le nngwe ya tjhelete e ka hodimo e tswang akhaonteng ya hao ya banka e yang ho ${merchant}.`,
    approval: 'O a e hlahloba mme o e dumella bankeng ya hao. Pele o e dumella, ha ho tjhelete e tsamayang.',
    more: 'Bala tsohle',
    does: (reference: string) =>
      `Seo re se etsang: re romela banka ya hao tefo e le nngwe e nang le palo ya tjhelete, lebitso la ya lefuwang, le referense e reng ${reference}. Ha re kgone ho fetola palo ya tjhelete, mme ha re kgone ho nka tjhelete hape hamorao.`,
    sees: 'Seo re se bonang: banka ya hao e re bolella hore na o lefile, le hore na o lefile ka akhaonto efe. Re bontsha dinomoro tsa yona tsa ho qetela feela. Ha re bone phasewete ya hao, PIN ya hao kapa tjhelete e setseng akhaonteng ya hao.',
    shares: (merchant: string) =>
      `Eo re mmolellang: re bolella ${merchant} hore na o lefile, o lefile ka banka efe, le dinomoro tsa ho qetela tsa akhaonto.`,
    keeps:
      'Seo re se bolokang: seo o dumellaneng le sona mona, hore na ke neng, le hore na ke ka aterese efe ya inthanete, e le hore wena le rona re be le bopaki.',
    stops: (merchant: string) =>
      `Mokgwa wa ho e emisa: o ka hlakola ho fihlela o e dumella bankeng ya hao. Ka mora moo tefo e ke ke ya fetoha, mme ke ${merchant} feela e ka o kgutlisetsang tjhelete.`,
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
    amountMissing: 'Ngola hore na o batla ho lefa bokae.',
    amountUnreadable: 'Ngola tjhelete ka diranta le disente, jwaloka 150,50.',
    amountOutOfRange: (min: string, max: string) =>
      `Ngola palo ya tjhelete ho tloha ho ${min} ho isa ho ${max}.`,
  },
  lastTry: {
    title: 'Teko ya hao ya ho qetela ha e a atleha',
    next: 'Kgetha banka e nngwe, kapa o leke hape.',
  },
  testOutcome: {
    title: 'Kgetha hore na teko ena e fela jwang',
    explain: (merchant: string) =>
      `Ha ho banka e botswang mme ha ho tjhelete e ngolwang. ${merchant} e fumana karabo eo o e kgethang, jwaloka tefong ya nnete.`,
    successful: 'E atlehile',
    successfulMeans: 'Banka e lefile.',
    cancelled: 'E hlakotswe',
    cancelledMeans: 'Moreki o hlakotse bankeng.',
    error: 'Phoso',
    errorMeans: 'Banka ha e a kgona ho lefa.',
    abandoned: 'E tlohetswe',
    abandonedMeans: 'Moreki o tsamaile mme ha a kgutla.',
    pending: 'E sa emetse',
    pendingMeans: 'Banka ha e so arabe.',
    button: 'Qeta teko ka tsela ena',
    missing: 'Kgetha hore na teko e fela jwang.',
  },
  atBank: {
    title: (bank: string) => `E dumelle ho ${bank}`,
    explain: (bank: string) =>
      `Tefo ya hao e lokile ho ${bank}. Hlahloba palo ya tjhelete le lebitso moo, ebe o a e dumella.`,
    next: 'Ka mora moo banka ya hao e o kgutlisetsa mona, mme re o bontsha sephetho.',
    button: (bank: string) => `Tswela pele ho ${bank}`,
    other: 'Kgetha banka e nngwe',
  },
  eft: {
    or: 'Kapa itefelle ka bowena',
    pay: 'Lefa ka EFT kapa PayShap',
    hint: 'O lefa ka banka efe kapa efe, ho app ya banka ya hao. Re o bontsha akhaonte le referense.',
    started: 'O na le dintlha tsa ho lefa ka EFT kapa PayShap. Haeba o se o lefile, o se ke wa lefa hape.',
    explain: 'Lefa akhaonteng ena ho app ya banka ya hao. Kopitsa ntlha ka nngwe hantle jwalokaha e le mona.',
    receives: (holder: string, merchant: string) => `${holder} e amohela ditefo lebitsong la ${merchant}.`,
    holder: 'Mong wa akhaonte',
    account: 'Nomoro ya akhaonte',
    branch: 'Khoutu ya lekala',
    copy: 'Kopitsa',
    copied: 'E kopitsitswe',
    exact: (amount: string) =>
      `Lefa ${amount} hantle, hang feela, mme o fane ka yona referense ena. Ho seng jwalo motho o tlameha ho e hlahloba pele, mme seo se nka nako e telele.`,
    range: (min: string, max: string) =>
      `O ka lefa tjhelete efe kapa efe ho tloha ho ${min} ho isa ho ${max}, hang feela. Fana ka yona referense ena.`,
    waiting: 'Re emetse tefo ya hao.',
    statement:
      'Re bona tefo ya hao setatementeng se latelang sa banka. Hangata PayShap e fihla kapele; EFT e ka nka ho fihlela letsatsing le latelang la mosebetsi.',
    seen: (merchant: string) => `Ha e fihlile, leqephe lena le a iphetola, mme re tla bolella ${merchant}.`,
    safe: 'O ka kwala leqephe lena wa boela wa kgutlela ho lona. Ka kopo, o se ke wa lefa habedi.',
    later: (merchant: string) =>
      `Haeba tjhelete ya hao e fihla ka mora moo, re ntse re tla bolella ${merchant}.`,
    other: 'Kgetha tsela e nngwe ya ho lefa',
    print: 'Hatisa leqephe lena',
    held: 'E a hlahlojwa.',
    heldAmount: (came: string, asked: string) =>
      `Ho fihlile ${came}, empa ho ne ho kopilwe ${asked}. Kahoo motho o tlameha ho e sheba pele.`,
    heldMore:
      'Ho fihlile ditefo tse fetang e le nngwe ka referense ena. Kahoo motho o tlameha ho di sheba pele.',
    heldNext: (merchant: string) =>
      `Tjhelete ya hao ha e a lahleha. Ka kopo, o se ke wa lefa hape. Ha ho entswe qeto, leqephe lena le tla fetoha, mme re tla bolella ${merchant}.`,
    mayHavePaid: (merchant: string) =>
      `Haeba o se o lefile, o se ke wa lefa hape. Ha re bona tjhelete ya hao, re tla bolella ${merchant}.`,
    unused: (merchant: string) =>
      `Tjhelete e fihletseng tefo ena ha e a sebediswa bakeng sa yona. Botsa ${merchant} ka yona pele o lefa hape.`,
  },
  waiting: {
    title: 'Re emetse banka ya hao.',
    since: (bank: string, time: string) => `Re emetse ${bank} ho tloha ka ${time}.`,
    soon: 'Hangata sena se nka metsotswana e mmalwa. Leqephe lena le a iphetola ha banka ya hao e araba.',
    slow: (merchant: string) =>
      `Banka ya hao ha e so arabe, kahoo tefo ya hao e sa emetse. Ha karabo e fihla, re tla bolella ${merchant} hanghang. Ka kopo, o se ke wa lefa hape.`,
    safe: 'O ka kwala leqephe lena. Tefo ya hao e tswela pele ntle le lona.',
  },
  paid: {
    title: 'E lefilwe.',
    explain: (merchant: string) =>
      `Banka ya hao e entse tefo, mme re bolella ${merchant}. Ha ho letho le leng leo o tlamehang ho le etsa.`,
    late: (merchant: string) =>
      `Banka ya hao e entse tefo ena ka mora hore nako ya yona e fele. Tjhelete e tswile akhaonteng ya hao, mme re bolella ${merchant}. Ba botse hore na odara ya hao e sa tswela pele, kapa ba tla o kgutlisetsa tjhelete.`,
    takingBack: (merchant: string) => `Re o kgutlisetsa ho ${merchant}.`,
    stay: 'Dula leqepheng lena',
  },
  notPaid: {
    title: 'Ha e a lefuwa.',
    declined: (bank: string) => `${bank} e hanne tefo ena.`,
    cancelled: (bank: string) => `O hlakotse tefo ena ho ${bank}.`,
    abandoned: (bank: string) => `Tefo ena ha e a qetwa ho ${bank}.`,
    failed: (bank: string) => `Ho na le se sa tsamayang hantle ho ${bank}, mme tefo ha e a etswa.`,
    reversed: (bank: string) => `${bank} e entse tefo ena, empa e ile ya nka tjhelete hape.`,
    declinedNext:
      'Hlahloba tjhelete e setseng le moedi wa hao wa letsatsi bankeng ya hao, kapa o lefe ka banka e nngwe.',
    otherNext: 'O ka leka hape, kapa wa lefa ka banka e nngwe.',
    tryAgain: 'Leka banka e nngwe',
  },
  takenBack: {
    title: 'Tjhelete e kgutletse bankeng.',
    explain:
      'Tjhelete ya tefo ena e ne e fihlile, empa banka e ile ya e nka hape. Kahoo tefo ena ha e a lefuwa.',
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
    explain: (time: string) => `Nako ya ho lefa e fedile ka ${time}.`,
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
    count: 'Di kae',
    total: 'Kaofela',
    totalAtMost: 'Moedi wa tsohle',
    withoutSingle: 'Ntle le tsa hanngwe',
    account: 'Akhaonto',
    single: 'Ditefo tsa hanngwe',
    band: (merchant: string, min: string, max: string) =>
      `${merchant} e ka boela ya nka ditefo tsa hanngwe nakong ena, e nngwe le e nngwe ho tloha ho ${min} ho isa ho ${max}.`,
    onlyOne: 'E ka ba e le nngwe feela.',
    atMost: (n: string) => `Palo ya tsona e ke ke ya feta ${n}.`,
    together: (sum: string) => `Ha di kopane di ke ke tsa feta ${sum}.`,
    movesAfter:
      'Tefo e welang mafelong a beke kapa letsatsing la phomolo la setjhaba e nkuwa ka letsatsi la mosebetsi le latelang.',
    movesBefore:
      'Tefo e welang mafelong a beke kapa letsatsing la phomolo la setjhaba e nkuwa ka letsatsi la mosebetsi le tlang pele ho lona.',
    decideBefore: (time: string) => `Etsa qeto pele ho ${time}.`,
    decline: 'Hana',
    declineAndBack: (merchant: string) => `Hana o kgutlele ho ${merchant}`,
    nothingTaken: 'Ha ho tjhelete e tla nkuwa akhaonteng ya hao.',
    startAgain: (merchant: string) => `Haeba o sa e batla, qala hape ho ${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `O dumella ${merchant} ho nka ${amount} ${often} akhaonteng ya hao ya banka, ho tloha ka ${first} ho fihlela ka ${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `O dumella ${merchant} ho nka ${amount} hanngwe akhaonteng ya hao ya banka, ka ${day}.`,
    agreeNow: (amount: string) => `${amount} e nkuwa hang ha o dumella.`,
    agreeSingle: 'O dumella le ditefo tsa hanngwe tse hlalositsweng ka hodimo.',
    does: (reference: string) =>
      `Seo re se etsang: re kopa banka ya hao ho etsa ditefo tse iphetang ka matsatsi ao ho dumellanweng ka wona, ka referense e reng ${reference}. Ha o dumelle tefo ka nngwe. Haeba banka ya hao e hana tefo, re e leka hape matsatsing a mabedi a mosebetsi a latelang.`,
    doesWithSingle: (reference: string) =>
      `Seo re se etsang: re kopa banka ya hao ho etsa ditefo tse iphetang ka matsatsi ao ho dumellanweng ka wona, le tefo efe kapa efe ya hanngwe ka letsatsi leo e kopuwang ka lona, ka referense e reng ${reference}. Ha o dumelle tefo ka nngwe. Haeba banka ya hao e hana tefo, re e leka hape matsatsing a mabedi a mosebetsi a latelang.`,
    sees: 'Seo re se bonang: banka ya hao e re bolella hore na o dumetse, hore na tefo ka nngwe e entswe, le hore na e lefilwe ka akhaonto efe. Re bontsha dinomoro tsa yona tsa ho qetela feela. Ha re bone phasewete ya hao, PIN ya hao kapa tjhelete e setseng akhaonteng ya hao.',
    shares: (merchant: string) =>
      `Eo re mmolellang: re bolella ${merchant} hore na o dumetse, hore na tefo ka nngwe e entswe, ke banka efe, le dinomoro tsa ho qetela tsa akhaonto.`,
    stops: (merchant: string) =>
      `Mokgwa wa ho e emisa: kopa ${merchant} ho e hlakola, kapa o bolelle banka ya hao ho e emisa. Tjhelete e seng e nkilwe ka nako eo ha e ikgutlele, mme ke ${merchant} feela e ka o kgutlisetsang yona.`,
    atBank: (bank: string) =>
      `Tefo ya hao e iphetang e lokile ho ${bank}. Hlahloba palo ya tjhelete le lebitso moo, ebe o a e dumella kapa o a e hana.`,
    slow: (merchant: string) =>
      `Banka ya hao ha e so arabe, kahoo ha re tsebe hore na o e dumetse. Re tswela pele ho botsa, mme re tla bolella ${merchant} ha karabo e fihla. Ho fihlela moo, ha ho tjhelete e nkuwang.`,
    safe: 'O ka kwala leqephe lena. Re tswela pele ho botsa ntle le lona.',
    undecided: 'Haeba o so etse qeto bankeng ya hao, o ka e etsa moo.',
    active: 'E dumeletswe.',
    activeMeans: (merchant: string) =>
      `Banka ya hao e dumetse, mme re bolella ${merchant}. Ha ho letho le leng leo o tlamehang ho le etsa.`,
    agreedTitle: 'Seo o dumellaneng le sona',
    agreedOn: (time: string) => `O dumellane le sena ka ${time}.`,
    record: 'Leqephe lena ke bopaki ba hao. O ka le hatisa kapa wa le boloka.',
    print: 'Hatisa leqephe lena',
    declined: 'E hannwe.',
    declinedMeans: 'Tefo ena e iphetang e hannwe.',
    stopped: 'E emisitswe.',
    stoppedMeans: 'Ditefo tse ngata tse latellanang ha di a etswa, kahoo ha ho ditefo tse ntjha.',
    stoppedNext: (merchant: string) =>
      `Botsa ${merchant} hore na sena se bolela eng ka seo o neng o se lefella.`,
    cancelled: 'Tefo ena e iphetang e hlakotswe.',
    cancelledLater:
      'Ha ho ditefo tse ntjha. Tefo eo banka ya hao e seng e na le yona e ka nna ya tswela pele.',
    completed: 'E phethilwe.',
    completedMeans: 'Tefo ena e iphetang e fihlile qetellong. Ha ho ditefo tse ntjha.',
    expired: (time: string) => `Nako ya ho dumella e fedile ka ${time}.`,
  },
  charge: {
    title: 'Ha ho letho leo o lokelang ho le etsa mona.',
    partOf: (merchant: string) => `Tefo ena o e dumeletse ha o ne o dumella ditefo tse yang ho ${merchant}.`,
    byBank: 'Banka ya hao e e etsa ntle le wena.',
    notYet: 'Ha e so lefuwe.',
    missed: (amount: string, day: string) => `Tefo ya ${amount} ya la ${day} ha e a etswa.`,
    takenBack: (amount: string, day: string) =>
      `Tjhelete ya tefo ya ${amount} ya la ${day} e kgutletse bankeng.`,
    again: (day: string) =>
      `Re tla botsa banka ya hao hape ka la ${day}. Etsa bonnete ba hore ho na le tjhelete e lekaneng akhaonteng ya hao.`,
    givenUp: 'Ha re sa leka tefo ena hape.',
    nextOn: (day: string) => `E latelang e ka la ${day}.`,
    noneNext: 'Ha ho ditefo tse ntjha.',
    ask: (merchant: string) => `Botsa ${merchant} hore na o ka lefa ena jwang.`,
  },
  noBanks: {
    title: 'Lebenkele lena le ke ke la lefuwa mona hona jwale.',
    explain: 'Hajwale ha ho banka e hokahantsweng leqepheng lena, kahoo ha ho banka eo o ka e kgethang.',
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
  notFound: {
    title: 'Ha re fumane tefo ena.',
    explain: 'Mohlomong lehokelo ha le a fella, kapa tefo ha e yo.',
    money: 'Ho bula leqephe lena ha ho a nka tjhelete.',
    next: 'Kgutlela lebenkeleng mme o bule tefo moo hape.',
  },
  nothingHere: {
    title: 'Ha ho letho atereseng ena.',
    explain: 'Mohlomong lehokelo ha le a fella, kapa ho na le tlhaku e fosahetseng.',
    next: 'Kgutlela moo o tswang teng mme o bule lehokelo moo hape.',
  },
  cannotStart: {
    title: 'Tefo ena e ke ke ya qala.',
    explain: 'Lebenkele le re rometse ntho eo re sa kgoneng ho e amohela. Ha se phoso ya hao.',
    next: 'Kgutlela lebenkeleng mme o leke hape. Haeba e etsahala hape, bolella lebenkele.',
    technical: 'Bakeng sa lebenkele: se sa tsamayang hantle',
  },
  unavailable: {
    title: 'Leqephe lena ha le sebetse hajwale.',
    explain: 'Ho na le ntho e sa sebetseng lehlakoreng la rona. Ka kopo leka hape ka mora motsotso.',
    money: 'Haeba o so dumelle tefo bankeng ya hao, ha ho tjhelete e tswileng akhaonteng ya hao.',
    approved:
      'Haeba o se o e dumeletse, o se ke wa lefa hape: banka ya hao e tla re bolella, mme re tla bolella lebenkele.',
    retry: 'Leka hape',
  },
} satisfies typeof en;
