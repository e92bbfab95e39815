// Every text for customers, in Afrikaans.
import type { en } from './en.ts';

export const af = {
  months: ['Jan', 'Feb', 'Mrt', 'Apr', 'Mei', 'Jun', 'Jul', 'Aug', 'Sept', 'Okt', 'Nov', 'Des'],
  frame: {
    skip: 'Gaan na die hoofdeel',
    language: 'Taal',
    test: 'Toets',
    testMeaning: 'Dit is ’n oefenbetaling. Jy kies hoe dit eindig, en geen geld beweeg nie.',
    sandboxMeaning: 'Die banke hier is nagemaak, so geen regte geld beweeg nie.',
    whoRuns: (operator: string) => `${operator} bedryf hierdie betaalbladsy.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `${operator} bedryf hierdie betaalbladsy vir ${merchant}.`,
    neverAsk: 'Ons vra nooit vir jou bankwagwoord of PIN nie. Jy gee dit net op jou eie bank se bladsy.',
    help: 'Hulp',
    helpOrder: (merchant: string) => `Vra vir ${merchant} as jy vrae het oor wat jy koop.`,
    helpMoney: (reference: string) =>
      `As jy vrae het oor geld wat uit jou rekening is, vra jou bank en gee hierdie verwysing: ${reference}.`,
  },
  payment: {
    pay: (merchant: string) => `Betaal ${merchant}`,
    reference: 'Verwysing',
    bank: 'Bank',
    amount: 'Bedrag',
    payee: 'Aan',
    payer: 'Van',
    accountOf: (bank: string, digits: string) => `${bank}, rekening wat op ${digits} eindig`,
    when: 'Wanneer',
    whatFor: 'Waarvoor',
    minutesLeft: (n: string) => `Jy het ${n} minute oor.`,
    oneMinuteLeft: 'Jy het 1 minuut oor.',
    secondsLeft: (n: string) => `Jy het ${n} sekondes oor.`,
    payBefore: (time: string) => `Betaal voor ${time}.`,
    cancel: (merchant: string) => `Kanselleer en gaan terug na ${merchant}`,
    cancelHere: 'Kanselleer hierdie betaling',
    back: (merchant: string) => `Gaan terug na ${merchant}`,
    noMoneyLeft: 'Geen geld is uit jou rekening nie.',
    mayStillPay: (merchant: string) =>
      `As jy dit by jou bank goedgekeur het, moenie weer betaal nie. Wanneer jou bank vir ons sê, sê ons vir ${merchant}.`,
  },
  leave: {
    close: 'Jy kan hierdie venster toemaak.',
    reach: (merchant: string) => `So bereik jy ${merchant}:`,
    asBefore: (merchant: string) =>
      `Om ${merchant} te bereik, gebruik die boodskap of die bladsy wat jou hierheen gebring het.`,
    phone: 'Telefoon',
    email: 'E-pos',
  },
  choose: {
    title: 'Kies jou bank',
    search: 'Soek jou bank',
    searchButton: 'Soek',
    noneFound: 'Geen bank hier het daardie naam nie.',
    showAll: 'Wys alle banke',
    lastUsed: 'Laas gebruik',
    unavailable: 'Nie nou beskikbaar nie',
    unavailableReasons: {
      down: 'dit antwoord nie',
      maintenance: 'instandhouding',
    },
    amountLabel: 'Hoeveel wil jy betaal?',
    amountHint: (min: string, max: string) => `Van ${min} tot ${max}.`,
    continueTo: (bank: string) => `Gaan voort na ${bank}`,
    continueToBank: 'Gaan voort na jou bank',
  },
  handOff: {
    pay: 'Betaal op jou foon',
    approve: 'Keur dit op jou foon goed',
    code: 'QR-kode met die adres van hierdie bladsy',
    explain: 'Skandeer dit met jou foon se kamera, en gaan daar voort.',
    look: 'Klaar op jou foon? Kyk hoe dit staan.',
  },
  consent: {
    title: 'Waartoe jy instem',
    order: (amount: string, merchant: string) =>
      `Jy vra ons om een betaling van ${amount} uit jou bankrekening aan ${merchant} op te stel.`,
    orderVariable: (merchant: string) =>
      `Jy vra ons om een betaling van die bedrag hierbo uit jou bankrekening aan ${merchant} op te stel.`,
    approval: 'Jy kyk dit na en keur dit goed by jou eie bank. Voor jy dit doen, beweeg geen geld nie.',
    more: 'Lees alles',
    does: (reference: string) =>
      `Wat ons doen: ons stuur vir jou bank een betaling met die bedrag, wie dit kry, en die verwysing ${reference}. Ons kan nie die bedrag verander nie, en ons kan nie later weer geld neem nie.`,
    sees: 'Wat ons sien: jou bank sê vir ons of jy betaal het, en uit watter rekening. Ons wys net die laaste syfers daarvan. Ons sien nooit jou wagwoord, jou PIN of jou saldo nie.',
    shares: (merchant: string) =>
      `Vir wie ons sê: ons sê vir ${merchant} of jy betaal het, van watter bank, en die laaste syfers van die rekening.`,
    keeps:
      'Wat ons bewaar: waartoe jy hier ingestem het, wanneer, en van watter internetadres, sodat jy en ons dit kan bewys.',
    stops: (merchant: string) =>
      `Hoe om te stop: jy kan kanselleer tot jy by jou bank goedkeur. Daarna is die betaling finaal, en net ${merchant} kan die geld terugbetaal.`,
    version: (version: string) => `Weergawe ${version}`,
  },
  errors: {
    title: 'Daar is ’n probleem',
    noBank: 'Kies eers jou bank.',
    bankUnavailable: (bank: string) =>
      `${bank} kan nie nou betalings neem nie. Geen geld is uit jou rekening nie.`,
    bankUnreachable: (bank: string) => `Ons kon ${bank} nie bereik nie. Geen geld is uit jou rekening nie.`,
    otherBank: 'Kies ’n ander bank, of probeer later weer.',
    amountMissing: 'Tik hoeveel jy wil betaal.',
    amountUnreadable: 'Tik die bedrag in rand en sent, soos 150,50.',
    amountOutOfRange: (min: string, max: string) => `Tik ’n bedrag van ${min} tot ${max}.`,
  },
  lastTry: {
    title: 'Jou vorige poging het nie gewerk nie',
    next: 'Kies ’n ander bank, of probeer weer.',
  },
  testOutcome: {
    title: 'Kies hoe hierdie toets eindig',
    explain: (merchant: string) =>
      `Geen bank word gevra nie en geen geld word geboek nie. ${merchant} kry die antwoord wat jy kies, net soos by ’n regte betaling.`,
    successful: 'Geslaag',
    successfulMeans: 'Die bank het betaal.',
    cancelled: 'Gekanselleer',
    cancelledMeans: 'Die kliënt het by die bank gekanselleer.',
    error: 'Fout',
    errorMeans: 'Die bank kon nie die betaling maak nie.',
    abandoned: 'Verlaat',
    abandonedMeans: 'Die kliënt het weggegaan en nie teruggekom nie.',
    pending: 'Hangend',
    pendingMeans: 'Die bank het nog nie geantwoord nie.',
    button: 'Eindig die toets so',
    missing: 'Kies hoe die toets eindig.',
  },
  atBank: {
    title: (bank: string) => `Keur dit goed by ${bank}`,
    explain: (bank: string) =>
      `Jou betaling is gereed by ${bank}. Kyk die bedrag en die naam daar na, en keur dit dan goed.`,
    next: 'Daarna bring jou bank jou terug hierheen, en ons wys jou die uitslag.',
    button: (bank: string) => `Gaan voort by ${bank}`,
    other: 'Kies ’n ander bank',
  },
  eft: {
    or: 'Of betaal dit self',
    pay: 'Betaal per EFT of PayShap',
    hint: 'Jy betaal van enige bank af, in jou eie bank se toep. Ons wys jou die rekening en die verwysing.',
    started:
      'Jy het die besonderhede om per EFT of PayShap te betaal. As jy klaar betaal het, moenie weer betaal nie.',
    explain: 'Betaal hierdie rekening in jou eie bank se toep. Neem elke besonderheid presies so oor.',
    receives: (holder: string, merchant: string) => `${holder} ontvang betalings namens ${merchant}.`,
    holder: 'Rekeninghouer',
    account: 'Rekeningnommer',
    branch: 'Takkode',
    copy: 'Kopieer',
    copied: 'Gekopieer',
    exact: (amount: string) =>
      `Betaal presies ${amount}, een keer, en gee presies hierdie verwysing. Anders moet iemand dit eers nagaan, en dit duur langer.`,
    range: (min: string, max: string) =>
      `Jy kan enige bedrag van ${min} tot ${max} betaal, een keer. Gee presies hierdie verwysing.`,
    waiting: 'Ons wag vir jou betaling.',
    statement:
      'Ons sien jou betaling op die bank se volgende staat. PayShap is dikwels gou daar; ’n EFT kan tot die volgende werksdag duur.',
    seen: (merchant: string) =>
      `Sodra dit daar is, verander hierdie bladsy vanself, en ons sê vir ${merchant}.`,
    safe: 'Jy kan hierdie bladsy toemaak en later terugkom. Moet asseblief nie twee keer betaal nie.',
    later: (merchant: string) => `As jou geld later as dit kom, sê ons nogtans vir ${merchant}.`,
    other: 'Kies ’n ander manier om te betaal',
    print: 'Druk hierdie bladsy',
    held: 'Word nagegaan.',
    heldAmount: (came: string, asked: string) =>
      `${came} het gekom, maar ${asked} is gevra. Daarom moet iemand eers daarna kyk.`,
    heldMore: 'Meer as een betaling het met hierdie verwysing gekom. Daarom moet iemand eers daarna kyk.',
    heldNext: (merchant: string) =>
      `Jou geld is nie verlore nie. Moet asseblief nie weer betaal nie. Wanneer daar besluit is, verander hierdie bladsy, en ons sê vir ${merchant}.`,
    mayHavePaid: (merchant: string) =>
      `As jy klaar betaal het, moenie weer betaal nie. Wanneer ons jou geld sien, sê ons vir ${merchant}.`,
    unused: (merchant: string) =>
      `Die geld wat vir hierdie betaling gekom het, is nie daarvoor gebruik nie. Vra vir ${merchant} daaroor voordat jy weer betaal.`,
  },
  waiting: {
    title: 'Ons wag vir jou bank.',
    since: (bank: string, time: string) => `Ons wag al sedert ${time} vir ${bank}.`,
    soon: 'Dit neem meestal ’n paar sekondes. Hierdie bladsy verander vanself wanneer jou bank antwoord.',
    slow: (merchant: string) =>
      `Jou bank het nog nie geantwoord nie, so jou betaling is hangend. Wanneer die antwoord kom, sê ons dadelik vir ${merchant}. Moet asseblief nie weer betaal nie.`,
    safe: 'Jy kan hierdie bladsy toemaak. Jou betaling gaan daarsonder voort.',
  },
  paid: {
    title: 'Betaal.',
    explain: (merchant: string) =>
      `Jou bank het die betaling gemaak, en ons sê nou vir ${merchant}. Jy hoef niks meer te doen nie.`,
    late: (merchant: string) =>
      `Jou bank het hierdie betaling gemaak nadat die tyd daarvoor verby was. Die geld is uit jou rekening, en ons sê nou vir ${merchant}. Vra hulle of jou bestelling nog voortgaan, en of hulle jou gaan terugbetaal.`,
    takingBack: (merchant: string) => `Ons neem jou terug na ${merchant}.`,
    stay: 'Bly op hierdie bladsy',
  },
  notPaid: {
    title: 'Nie betaal nie.',
    declined: (bank: string) => `${bank} het hierdie betaling geweier.`,
    cancelled: (bank: string) => `Jy het hierdie betaling by ${bank} gekanselleer.`,
    abandoned: (bank: string) => `Die betaling is nie by ${bank} klaargemaak nie.`,
    failed: (bank: string) => `Iets het by ${bank} verkeerd geloop, en die betaling is nie gemaak nie.`,
    reversed: (bank: string) => `${bank} het hierdie betaling gemaak, en toe die geld teruggeneem.`,
    declinedNext: 'Kyk na jou saldo en jou daaglikse perk by jou bank, of betaal van ’n ander bank.',
    otherNext: 'Jy kan weer probeer, of van ’n ander bank betaal.',
    tryAgain: 'Probeer ’n ander bank',
  },
  takenBack: {
    title: 'Teruggeneem.',
    explain:
      'Die geld vir hierdie betaling het gekom, en toe het ’n bank dit teruggeneem. Hierdie betaling is dus nie betaal nie.',
    money: 'Vra jou bank of die geld weer in jou rekening is.',
    next: (merchant: string) => `Vra vir ${merchant} voordat jy weer betaal.`,
  },
  cancelled: {
    title: 'Gekanselleer.',
    explain: 'Hierdie betaling is gekanselleer.',
    next: (merchant: string) => `As jy nog wil betaal, begin weer by ${merchant}.`,
  },
  expired: {
    title: 'Verval.',
    explain: (time: string) => `Die tyd om te betaal was verby op ${time}.`,
    next: (merchant: string) => `As jy nog wil betaal, begin weer by ${merchant}.`,
  },
  subscribe: {
    asks: (merchant: string) => `${merchant} vra vir ’n gereelde betaling`,
    asksOnce: (merchant: string) => `${merchant} vra om een betaling te neem`,
    every: {
      Daily: 'elke dag',
      Weekly: 'elke week',
      Fortnightly: 'elke twee weke',
      Monthly: 'elke maand',
      Biannually: 'elke ses maande',
      Annually: 'elke jaar',
    },
    once: 'een keer',
    now: 'Nou',
    onApproval: (amount: string) => `${amount}, wanneer jy goedkeur`,
    atStart: 'Een keer, by goedkeuring',
    first: 'Eerste betaling',
    last: 'Laaste betaling',
    only: 'Betaling op',
    count: 'Hoeveel',
    total: 'Altesaam',
    totalAtMost: 'Altesaam hoogstens',
    withoutSingle: 'Sonder eenmalige betalings',
    account: 'Rekening',
    single: 'Eenmalige betalings',
    band: (merchant: string, min: string, max: string) =>
      `${merchant} mag ook eenmalige betalings neem terwyl dit loop, elk van ${min} tot ${max}.`,
    onlyOne: 'Daar mag hoogstens een wees.',
    atMost: (n: string) => `Daar mag hoogstens ${n} wees.`,
    together: (sum: string) => `Saam beloop hulle hoogstens ${sum}.`,
    movesAfter:
      '’n Betaling wat op ’n naweek of ’n openbare vakansiedag val, word op die volgende werksdag geneem.',
    movesBefore:
      '’n Betaling wat op ’n naweek of ’n openbare vakansiedag val, word op die werksdag daarvoor geneem.',
    decideBefore: (time: string) => `Besluit voor ${time}.`,
    decline: 'Weier',
    declineAndBack: (merchant: string) => `Weier en gaan terug na ${merchant}`,
    nothingTaken: 'Geen geld sal uit jou rekening geneem word nie.',
    startAgain: (merchant: string) => `As jy dit tog wil hê, begin weer by ${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `Jy laat ${merchant} toe om ${amount} ${often} uit jou bankrekening te neem, van ${first} tot ${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `Jy laat ${merchant} toe om ${amount} een keer uit jou bankrekening te neem, op ${day}.`,
    agreeNow: (amount: string) => `${amount} word geneem sodra jy goedkeur.`,
    agreeSingle: 'Jy laat ook die eenmalige betalings toe wat hierbo beskryf word.',
    does: (reference: string) =>
      `Wat ons doen: ons vra jou bank om die gereelde betalings op die ooreengekome dae te maak, met die verwysing ${reference}. Jy keur nie elke betaling goed nie. As jou bank nee sê vir ’n betaling, probeer ons dit weer op die volgende twee werksdae.`,
    doesWithSingle: (reference: string) =>
      `Wat ons doen: ons vra jou bank om die gereelde betalings op die ooreengekome dae te maak, en enige eenmalige betaling op die dag waarop daarvoor gevra word, met die verwysing ${reference}. Jy keur nie elke betaling goed nie. As jou bank nee sê vir ’n betaling, probeer ons dit weer op die volgende twee werksdae.`,
    sees: 'Wat ons sien: jou bank sê vir ons of jy goedkeur, of elke betaling gemaak is, en uit watter rekening. Ons wys net die laaste syfers daarvan. Ons sien nooit jou wagwoord, jou PIN of jou saldo nie.',
    shares: (merchant: string) =>
      `Vir wie ons sê: ons sê vir ${merchant} of jy goedkeur, of elke betaling gemaak is, van watter bank, en die laaste syfers van die rekening.`,
    stops: (merchant: string) =>
      `Hoe om te stop: vra ${merchant} om dit te kanselleer, of sê vir jou bank om dit te stop. Wat teen daardie tyd geneem is, bly geneem, en net ${merchant} kan dit terugbetaal.`,
    atBank: (bank: string) =>
      `Jou gereelde betaling is gereed by ${bank}. Kyk die bedrag en die naam daar na, en keur dit dan goed of weier dit.`,
    slow: (merchant: string) =>
      `Jou bank het nog nie geantwoord nie, so ons weet nie of jy dit goedgekeur het nie. Ons hou aan vra, en sê vir ${merchant} wanneer die antwoord kom. Tot dan word geen geld geneem nie.`,
    safe: 'Jy kan hierdie bladsy toemaak. Ons hou daarsonder aan vra.',
    undecided: 'As jy nog nie by jou bank besluit het nie, kan jy dit daar doen.',
    active: 'Goedgekeur.',
    activeMeans: (merchant: string) =>
      `Jou bank het ingestem, en ons sê nou vir ${merchant}. Jy hoef niks meer te doen nie.`,
    agreedTitle: 'Waarmee jy ingestem het',
    agreedOn: (time: string) => `Jy het op ${time} hiermee ingestem.`,
    record: 'Hierdie bladsy is jou rekord. Jy kan dit druk of bewaar.',
    print: 'Druk hierdie bladsy',
    declined: 'Geweier.',
    declinedMeans: 'Hierdie gereelde betaling is geweier.',
    stopped: 'Gestop.',
    stoppedMeans: 'Te veel betalings ná mekaar is nie gemaak nie, so daar is geen nuwe betalings nie.',
    stoppedNext: (merchant: string) => `Vra ${merchant} wat dit beteken vir dit waarvoor jy betaal het.`,
    cancelled: 'Hierdie gereelde betaling is gekanselleer.',
    cancelledLater: 'Daar is geen nuwe betalings nie. ’n Betaling wat jou bank reeds het, kan nog deurgaan.',
    completed: 'Voltooi.',
    completedMeans: 'Hierdie gereelde betaling het sy einde bereik. Daar is geen nuwe betalings nie.',
    expired: (time: string) => `Die tyd om goed te keur was verby op ${time}.`,
  },
  charge: {
    title: 'Niks om hier te doen nie.',
    partOf: (merchant: string) =>
      `Jy het hierdie betaling toegelaat toe jy betalings aan ${merchant} goedgekeur het.`,
    byBank: 'Jou bank maak dit sonder jou.',
    notYet: 'Nog nie betaal nie.',
    missed: (amount: string, day: string) => `Die betaling van ${amount} op ${day} is nie gemaak nie.`,
    takenBack: (amount: string, day: string) => `Die betaling van ${amount} op ${day} is teruggeneem.`,
    again: (day: string) =>
      `Ons vra jou bank weer op ${day}. Maak seker dat daar genoeg geld in jou rekening is.`,
    givenUp: 'Ons probeer hierdie betaling nie weer nie.',
    nextOn: (day: string) => `Die volgende een is op ${day}.`,
    noneNext: 'Daar is geen nuwe betalings nie.',
    ask: (merchant: string) => `Vra ${merchant} hoe om hierdie een te betaal.`,
  },
  noBanks: {
    title: 'Hierdie winkel kan nie nou hier betaal word nie.',
    explain:
      'Daar is op die oomblik geen bank aan hierdie bladsy gekoppel nie, so jy kan geen bank kies nie.',
    next: (merchant: string) => `Vra vir ${merchant} hoe jy anders kan betaal, of kom later terug.`,
  },
  link: {
    continue: 'Gaan voort na die betaling',
    again: (merchant: string) => `Vra vir ${merchant} vir ’n nuwe skakel.`,
    paid: 'Reeds betaal.',
    paidMeans: 'Die betaling agter hierdie skakel is gemaak. Jy hoef nie weer te betaal nie.',
    disabled: 'Hierdie skakel is gesluit.',
    disabledMeans: (merchant: string) => `${merchant} neem nie meer betalings deur hierdie skakel nie.`,
    expired: 'Hierdie skakel het verval.',
    expiredMeans: (time: string) => `Die tyd om te betaal was verby op ${time}.`,
    taken: (merchant: string) =>
      `${merchant} het ’n ander betaling met hierdie verwysing, so dit kan nie deur hierdie skakel betaal word nie.`,
  },
  notFound: {
    title: 'Ons kry nie hierdie betaling nie.',
    explain: 'Die skakel is dalk nie volledig nie, of die betaling bestaan dalk nie.',
    money: 'Geen geld is geneem deur hierdie bladsy oop te maak nie.',
    next: 'Gaan terug na die winkel en maak die betaling weer van daar af oop.',
  },
  nothingHere: {
    title: 'Hier is niks by hierdie adres nie.',
    explain: 'Die skakel is dalk nie volledig nie, of ’n letter daarin is dalk verkeerd.',
    next: 'Gaan terug na waar jy vandaan gekom het en maak die skakel weer van daar af oop.',
  },
  cannotStart: {
    title: 'Hierdie betaling kan nie begin nie.',
    explain: 'Die winkel het vir ons iets gestuur wat ons nie kan aanvaar nie. Dit is nie jou skuld nie.',
    next: 'Gaan terug na die winkel en probeer weer. As dit weer gebeur, sê vir die winkel.',
    technical: 'Vir die winkel: wat verkeerd geloop het',
  },
  unavailable: {
    title: 'Hierdie bladsy werk nie nou nie.',
    explain: 'Iets aan ons kant werk nie. Probeer asseblief oor ’n minuut weer.',
    money: 'As jy nog nie ’n betaling by jou bank goedgekeur het nie, is geen geld uit jou rekening nie.',
    approved:
      'As jy dit goedgekeur het, moenie weer betaal nie: jou bank sê vir ons, en ons sê vir die winkel.',
    retry: 'Probeer weer',
  },
} satisfies typeof en;
