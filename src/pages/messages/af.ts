// Every text for customers, in Afrikaans.
import type { en } from './en.ts';

export const af = {
  months: ['Jan', 'Feb', 'Mrt', 'Apr', 'Mei', 'Jun', 'Jul', 'Aug', 'Sept', 'Okt', 'Nov', 'Des'],
  frame: {
    skip: 'Gaan na die hoofdeel',
    language: 'Taal',
    test: 'Toets',
    testMeaning: 'Dit is ’n toetsbetaling. Jy kies die uitslag, en geen geld beweeg nie.',
    sandboxMeaning: 'Die banke hier is gesimuleer, so geen regte geld beweeg nie.',
    whoRuns: (operator: string) => `${operator} verskaf hierdie betaalbladsy.`,
    whoRunsFor: (operator: string, merchant: string) =>
      `${operator} verskaf hierdie betaalbladsy vir ${merchant}.`,
    neverAsk:
      'Ons sal nooit jou bankwagwoord of PIN vra nie. Gebruik dit net op jou eie bank se bladsy of toep.',
    help: 'Hulp',
    helpOrder: (merchant: string) => `Vrae oor jou bestelling? Kontak ${merchant}.`,
    helpMoney: (reference: string) =>
      `Vrae oor geld wat uit jou rekening is? Kontak jou bank met hierdie verwysing: ${reference}.`,
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
      `As jy dit by jou bank goedgekeur het, moet asseblief nie weer betaal nie. Ons laat ${merchant} weet wanneer jou bank dit bevestig.`,
  },
  leave: {
    close: 'Jy kan hierdie venster toemaak.',
    reach: (merchant: string) => `Kontak ${merchant}:`,
    asBefore: (merchant: string) =>
      `Om ${merchant} te kontak, gebruik die boodskap of bladsy wat jou hierheen gebring het.`,
    phone: 'Telefoon',
    email: 'E-pos',
  },
  choose: {
    title: 'Kies jou bank',
    search: 'Soek jou bank',
    searchButton: 'Soek',
    noneFound: 'Geen bank pas by jou soektog nie.',
    showAll: 'Wys alle banke',
    lastUsed: 'Laas gebruik',
    unavailable: 'Nie nou beskikbaar nie',
    unavailableReasons: {
      down: 'reageer nie',
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
    explain: 'Skandeer hierdie kode met jou foon se kamera en gaan daar voort.',
    look: 'Klaar op jou foon? Kyk na die status.',
  },
  consent: {
    title: 'Waartoe jy instem',
    order: (amount: string, merchant: string) =>
      `Jy magtig ons om een betaling van ${amount} uit jou bankrekening aan ${merchant} op te stel.`,
    orderVariable: (merchant: string) =>
      `Jy magtig ons om een betaling van die bedrag hierbo uit jou bankrekening aan ${merchant} op te stel.`,
    approval: 'Jy gaan dit by jou eie bank na en keur dit daar goed. Tot dan beweeg geen geld nie.',
    more: 'Lees die volledige bepalings',
    does: (reference: string) =>
      `Ons stuur vir jou bank een betaling met die bedrag, die ontvanger en die verwysing ${reference}. Ons kan nie die bedrag verander nie, en ons kan nie later weer geld neem nie.`,
    sees: 'Jou bank bevestig aan ons of jy betaal het, en uit watter rekening. Ons wys net die laaste syfers daarvan. Ons sien nooit jou wagwoord, jou PIN of jou saldo nie.',
    shares: (merchant: string) =>
      `Ons deel met ${merchant}: of jy betaal het, jou bank, en die laaste syfers van die rekening.`,
    keeps:
      'Ons hou rekord van die bepalings waartoe jy hier ingestem het, wanneer, en van watter internetadres, as bewys vir jou en vir ons.',
    stops: (merchant: string) =>
      `Jy kan kanselleer totdat jy by jou bank goedkeur. Daarna is die betaling finaal, en net ${merchant} kan dit terugbetaal.`,
    version: (version: string) => `Weergawe ${version}`,
  },
  errors: {
    title: 'Daar is ’n probleem',
    noBank: 'Kies eers jou bank.',
    bankUnavailable: (bank: string) =>
      `${bank} kan nie nou betalings neem nie. Geen geld is uit jou rekening nie.`,
    bankUnreachable: (bank: string) => `Ons kon ${bank} nie bereik nie. Geen geld is uit jou rekening nie.`,
    otherBank: 'Kies ’n ander bank, of probeer later weer.',
    amountMissing: 'Tik die bedrag wat jy wil betaal.',
    amountUnreadable: 'Tik die bedrag in rand en sent, soos 150,50.',
    amountOutOfRange: (min: string, max: string) => `Tik ’n bedrag van ${min} tot ${max}.`,
  },
  lastTry: {
    title: 'Jou vorige poging het nie gewerk nie',
    next: 'Kies ’n ander bank, of probeer weer.',
  },
  testOutcome: {
    title: 'Kies die uitslag van hierdie toets',
    explain: (merchant: string) =>
      `Geen bank word gekontak nie en geen geld beweeg nie. ${merchant} kry die uitslag wat jy kies, net soos by ’n regte betaling.`,
    successful: 'Geslaag',
    successfulMeans: 'Die bank het betaal.',
    cancelled: 'Gekanselleer',
    cancelledMeans: 'Die kliënt het by die bank gekanselleer.',
    error: 'Fout',
    errorMeans: 'Die bank kon nie die betaling maak nie.',
    abandoned: 'Verlaat',
    abandonedMeans: 'Die kliënt het weggegaan en nie teruggekom nie.',
    pending: 'Hangend',
    pendingMeans: 'Die bank het dit nog nie bevestig nie.',
    button: 'Voltooi die toets',
    missing: 'Kies ’n uitslag.',
  },
  atBank: {
    title: (bank: string) => `Keur dit goed by ${bank}`,
    explain: (bank: string) =>
      `Jou betaling is gereed by ${bank}. Gaan die bedrag en die ontvanger daar na, en keur dit dan goed.`,
    next: 'Daarna bring jou bank jou terug hierheen om die uitslag te sien.',
    button: (bank: string) => `Gaan voort by ${bank}`,
    other: 'Kies ’n ander bank',
  },
  eft: {
    or: 'Of betaal self per EFT',
    pay: 'Betaal per EFT of PayShap',
    hint: 'Betaal van enige bank in jou eie banktoep. Ons wys jou die rekening en die verwysing.',
    started:
      'Jy het reeds die besonderhede om per EFT of PayShap te betaal. As jy betaal het, moet asseblief nie weer betaal nie.',
    explain:
      'Betaal hierdie rekening uit jou eie banktoep. Kopieer elke besonderheid presies soos dit hier is.',
    receives: (holder: string, merchant: string) => `${holder} ontvang betalings vir ${merchant}.`,
    holder: 'Rekeninghouer',
    account: 'Rekeningnommer',
    branch: 'Takkode',
    copy: 'Kopieer',
    copied: 'Gekopieer',
    exact: (amount: string) =>
      `Betaal presies ${amount}, een keer, met presies hierdie verwysing. Anders moet ons dit met die hand nagaan, en dit duur langer.`,
    range: (min: string, max: string) =>
      `Jy kan enige bedrag van ${min} tot ${max} betaal, een keer. Gebruik presies hierdie verwysing.`,
    waiting: 'Ons wag vir jou betaling.',
    statement:
      'Ons sien jou betaling op ons volgende bankstaat. PayShap kom gewoonlik gou aan. ’n EFT kan tot die volgende werksdag duur.',
    seen: (merchant: string) =>
      `Wanneer dit aankom, werk hierdie bladsy vanself by en laat ons ${merchant} weet.`,
    safe: 'Jy kan hierdie bladsy toemaak en later terugkom. Moet asseblief nie twee keer betaal nie.',
    later: (merchant: string) => `As jou geld later aankom, laat ons ${merchant} steeds weet.`,
    other: 'Kies ’n ander manier om te betaal',
    print: 'Druk hierdie bladsy',
    held: 'Word nagegaan.',
    heldAmount: (came: string, asked: string) =>
      `Ons het ${came} ontvang, maar die bedrag is ${asked}. Ons moet dit eers nagaan.`,
    heldMore: 'Ons het meer as een betaling met hierdie verwysing ontvang. Ons moet dit eers nagaan.',
    heldNext: (merchant: string) =>
      `Jou geld is veilig. Moet asseblief nie weer betaal nie. Wanneer ons dit nagegaan het, werk hierdie bladsy by en laat ons ${merchant} weet.`,
    mayHavePaid: (merchant: string) =>
      `As jy reeds betaal het, moet asseblief nie weer betaal nie. Ons laat ${merchant} weet wanneer jou geld aankom.`,
    unused: (merchant: string) =>
      `Die geld wat aangekom het, is nie vir hierdie betaling gebruik nie. Kontak ${merchant} voordat jy weer betaal.`,
  },
  waiting: {
    title: 'Ons wag vir jou bank.',
    since: (bank: string, time: string) => `Ons wag al sedert ${time} vir ${bank}.`,
    soon: 'Dit neem gewoonlik ’n paar sekondes. Hierdie bladsy werk vanself by wanneer jou bank reageer.',
    slow: (merchant: string) =>
      `Jou bank het nog nie gereageer nie, so jou betaling is hangend. Ons laat ${merchant} weet wanneer jou bank reageer. Moet asseblief nie weer betaal nie.`,
    safe: 'Jy kan hierdie bladsy toemaak. Jou betaling gaan voort.',
  },
  paid: {
    title: 'Betaal.',
    explain: (merchant: string) =>
      `Jou bank het die betaling gemaak, en ons laat ${merchant} nou weet. Jy is klaar.`,
    late: (merchant: string) =>
      `Jou bank het hierdie betaling gemaak nadat dit verval het. Die geld is uit jou rekening, en ons laat ${merchant} nou weet. Vra hulle of jou bestelling voortgaan en of hulle jou terugbetaal.`,
    takingBack: (merchant: string) => `Ons neem jou terug na ${merchant}.`,
    stay: 'Bly op hierdie bladsy',
  },
  notPaid: {
    title: 'Nie betaal nie.',
    declined: (bank: string) => `${bank} het hierdie betaling geweier.`,
    cancelled: (bank: string) => `Jy het hierdie betaling by ${bank} gekanselleer.`,
    abandoned: (bank: string) => `Die betaling is nie by ${bank} voltooi nie.`,
    failed: (bank: string) => `Iets het by ${bank} verkeerd geloop. Die betaling is nie gemaak nie.`,
    reversed: (bank: string) => `${bank} het hierdie betaling gemaak en dit toe omgekeer.`,
    declinedNext: 'Gaan jou saldo en jou daaglikse limiet by jou bank na, of betaal van ’n ander bank.',
    otherNext: 'Jy kan weer probeer, of van ’n ander bank betaal.',
    tryAgain: 'Probeer ’n ander bank',
  },
  takenBack: {
    title: 'Omgekeer.',
    explain:
      'Die geld vir hierdie betaling het aangekom, en toe het ’n bank dit omgekeer. Die betaling is dus nie betaal nie.',
    money: 'Vra jou bank of die geld weer in jou rekening is.',
    next: (merchant: string) => `Vra ${merchant} voordat jy weer betaal.`,
  },
  cancelled: {
    title: 'Gekanselleer.',
    explain: 'Hierdie betaling is gekanselleer.',
    next: (merchant: string) => `As jy nog wil betaal, begin weer by ${merchant}.`,
  },
  expired: {
    title: 'Verval.',
    explain: (time: string) => `Hierdie betaling het op ${time} verval.`,
    next: (merchant: string) => `As jy nog wil betaal, begin weer by ${merchant}.`,
  },
  subscribe: {
    asks: (merchant: string) => `${merchant} versoek ’n gereelde betaling`,
    asksOnce: (merchant: string) => `${merchant} versoek een betaling`,
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
    count: 'Aantal betalings',
    total: 'Totaal',
    totalAtMost: 'Maksimum totaal',
    withoutSingle: 'Sonder eenmalige betalings',
    account: 'Rekening',
    single: 'Eenmalige betalings',
    band: (merchant: string, min: string, max: string) =>
      `${merchant} mag ook eenmalige betalings neem terwyl dit loop, elk van ${min} tot ${max}.`,
    onlyOne: 'Hoogstens een.',
    atMost: (n: string) => `Hoogstens ${n}.`,
    together: (sum: string) => `Hulle totaal is hoogstens ${sum}.`,
    movesAfter:
      '’n Betaling wat op ’n naweek of ’n openbare vakansiedag val, word op die volgende werksdag geneem.',
    movesBefore:
      '’n Betaling wat op ’n naweek of ’n openbare vakansiedag val, word op die werksdag daarvoor geneem.',
    decideBefore: (time: string) => `Besluit voor ${time}.`,
    decline: 'Weier',
    declineAndBack: (merchant: string) => `Weier en gaan terug na ${merchant}`,
    nothingTaken: 'Geen geld sal uit jou rekening geneem word nie.',
    startAgain: (merchant: string) => `As jy van plan verander, begin weer by ${merchant}.`,
    agree: (merchant: string, amount: string, often: string, first: string, last: string) =>
      `Jy laat ${merchant} toe om ${amount} ${often} uit jou bankrekening te neem, van ${first} tot ${last}.`,
    agreeOnce: (merchant: string, amount: string, day: string) =>
      `Jy laat ${merchant} toe om ${amount} een keer uit jou bankrekening te neem, op ${day}.`,
    agreeNow: (amount: string) => `${amount} word geneem sodra jy goedkeur.`,
    agreeSingle: 'Jy laat ook die eenmalige betalings toe wat hierbo beskryf word.',
    does: (reference: string) =>
      `Ons vra jou bank om die gereelde betalings op die ooreengekome dae te maak, met die verwysing ${reference}. Jy keur nie elke betaling goed nie. As jou bank ’n betaling weier, probeer ons weer op die volgende twee werksdae.`,
    doesWithSingle: (reference: string) =>
      `Ons vra jou bank om die gereelde betalings op die ooreengekome dae te maak, en enige eenmalige betaling op die dag waarop dit versoek word, met die verwysing ${reference}. Jy keur nie elke betaling goed nie. As jou bank ’n betaling weier, probeer ons weer op die volgende twee werksdae.`,
    sees: 'Jou bank bevestig aan ons of jy goedkeur, of elke betaling gemaak is, en uit watter rekening. Ons wys net die laaste syfers daarvan. Ons sien nooit jou wagwoord, jou PIN of jou saldo nie.',
    shares: (merchant: string) =>
      `Ons deel met ${merchant}: of jy goedkeur, of elke betaling gemaak is, jou bank, en die laaste syfers van die rekening.`,
    stops: (merchant: string) =>
      `Om te stop, vra ${merchant} om dit te kanselleer, of gee jou bank opdrag om dit te stop. Betalings wat voor dan gemaak is, is finaal, en net ${merchant} kan dit terugbetaal.`,
    atBank: (bank: string) =>
      `Jou gereelde betaling is gereed by ${bank}. Gaan die bedrag en die ontvanger daar na, en keur dit dan goed of weier dit.`,
    slow: (merchant: string) =>
      `Jou bank het nog nie jou goedkeuring bevestig nie. Ons hou aan kyk, en laat ${merchant} weet wanneer dit gebeur. Tot dan word geen geld geneem nie.`,
    safe: 'Jy kan hierdie bladsy toemaak. Ons hou aan kyk.',
    undecided: 'As jy dit nog nie goedgekeur of geweier het nie, kan jy dit by jou bank doen.',
    active: 'Goedgekeur.',
    activeMeans: (merchant: string) =>
      `Jou bank het dit bevestig, en ons laat ${merchant} nou weet. Jy is klaar.`,
    agreedTitle: 'Waartoe jy ingestem het',
    agreedOn: (time: string) => `Jy het op ${time} hiertoe ingestem.`,
    record: 'Hierdie bladsy is jou rekord. Jy kan dit druk of bewaar.',
    print: 'Druk hierdie bladsy',
    declined: 'Geweier.',
    declinedMeans: 'Hierdie gereelde betaling is geweier.',
    stopped: 'Gestop.',
    stoppedMeans: 'Te veel betalings ná mekaar het misluk, so geen verdere betalings word geneem nie.',
    stoppedNext: (merchant: string) => `Vra ${merchant} wat dit vir jou diens of bestelling beteken.`,
    cancelled: 'Hierdie gereelde betaling is gekanselleer.',
    cancelledLater:
      'Geen verdere betalings word geneem nie. ’n Betaling wat reeds by jou bank is, kan nog deurgaan.',
    completed: 'Voltooi.',
    completedMeans: 'Hierdie gereelde betaling het geëindig. Geen verdere betalings word geneem nie.',
    expired: (time: string) => `Hierdie versoek het op ${time} verval.`,
  },
  charge: {
    title: 'Niks om hier te doen nie.',
    partOf: (merchant: string) =>
      `Jy het hierdie betaling toegelaat toe jy betalings aan ${merchant} goedgekeur het.`,
    byBank: 'Jou bank maak dit outomaties.',
    notYet: 'Nog nie betaal nie.',
    missed: (amount: string, day: string) => `Die betaling van ${amount} op ${day} is nie gemaak nie.`,
    takenBack: (amount: string, day: string) => `Die betaling van ${amount} op ${day} is omgekeer.`,
    again: (day: string) =>
      `Ons probeer weer op ${day}. Maak asseblief seker daar is genoeg geld in jou rekening.`,
    givenUp: 'Ons probeer hierdie betaling nie weer nie.',
    nextOn: (day: string) => `Die volgende betaling is op ${day}.`,
    noneNext: 'Geen verdere betalings word geneem nie.',
    ask: (merchant: string) => `Vra ${merchant} hoe om hierdie bedrag te betaal.`,
  },
  noBanks: {
    title: 'Jy kan nie hierdie winkel nou hier betaal nie.',
    explain: 'Daar is op die oomblik geen bank op hierdie bladsy beskikbaar nie.',
    next: (merchant: string) => `Vra ${merchant} hoe jy anders kan betaal, of kom later terug.`,
  },
  link: {
    continue: 'Gaan voort na die betaling',
    again: (merchant: string) => `Vra ${merchant} vir ’n nuwe skakel.`,
    paid: 'Reeds betaal.',
    paidMeans: 'Die betaling agter hierdie skakel is gemaak. Jy hoef nie weer te betaal nie.',
    disabled: 'Hierdie skakel is gesluit.',
    disabledMeans: (merchant: string) => `${merchant} neem nie meer betalings deur hierdie skakel nie.`,
    expired: 'Hierdie skakel het verval.',
    expiredMeans: (time: string) => `Die tyd om te betaal het op ${time} verstryk.`,
    taken: (merchant: string) =>
      `${merchant} het ’n ander betaling met hierdie verwysing, so dit kan nie deur hierdie skakel betaal word nie.`,
  },
  email: {
    hello: (name: string) => `Hallo ${name},`,
    receiptSubject: (merchant: string, amount: string) => `Kwitansie: ${amount} betaal aan ${merchant}`,
    receiptHeading: (merchant: string) => `Jy het ${merchant} betaal`,
    receiptWhy: (merchant: string) =>
      `Jy ontvang hierdie kwitansie omdat jy ${merchant} betaal het en jou e-posadres vir die betaling gegee is.`,
    refundSubject: (merchant: string, amount: string) => `Terugbetaling: ${amount} van ${merchant}`,
    refundHeading: (merchant: string) => `${merchant} het jou betaling terugbetaal`,
    refundTo: 'Betaal aan',
    refundElsewhere: (merchant: string) =>
      `Die terugbetaling het na ’n ander rekening gegaan as dié waarmee jy betaal het. As jy nie hierdie rekening ken nie, kontak ${merchant} nou.`,
    refundWhy: (merchant: string) =>
      `Jy ontvang hierdie e-pos omdat ${merchant} ’n betaling terugbetaal het waarvoor jou e-posadres gegee is.`,
    linkSubject: (merchant: string) => `Betaalversoek van ${merchant}`,
    linkHeading: (merchant: string) => `${merchant} vra jou om te betaal`,
    linkOpenAmount: 'Jy tik die bedrag op die volgende bladsy in.',
    payNow: 'Betaal nou',
    linkUnexpected: (merchant: string) =>
      `As jy nie hierdie versoek verwag nie, kontak ${merchant} voordat jy betaal.`,
    linkWhy: (merchant: string) => `${merchant} het vir jou hierdie e-pos gestuur.`,
  },
  notFound: {
    title: 'Ons kan nie hierdie betaling vind nie.',
    explain: 'Die skakel is dalk onvolledig, of die betaling bestaan nie.',
    money: 'Geen geld is geneem deur hierdie bladsy oop te maak nie.',
    next: 'Gaan terug na die winkel en maak die betaling weer van daar af oop.',
  },
  nothingHere: {
    title: 'Bladsy nie gevind nie.',
    explain: 'Die skakel is dalk onvolledig of verkeerd getik.',
    next: 'Gaan terug na waar jy vandaan gekom het en maak die skakel weer van daar af oop.',
  },
  cannotStart: {
    title: 'Hierdie betaling kan nie begin nie.',
    explain: 'Ons kon nie die winkel se versoek aanvaar nie. Dit is nie jou skuld nie.',
    next: 'Gaan terug na die winkel en probeer weer. As dit weer gebeur, kontak die winkel.',
    technical: 'Besonderhede vir die winkel',
  },
  unavailable: {
    title: 'Hierdie bladsy werk nie nou nie.',
    explain: 'Iets aan ons kant werk nie. Probeer asseblief oor ’n minuut weer.',
    money: 'As jy nog nie ’n betaling by jou bank goedgekeur het nie, is geen geld uit jou rekening nie.',
    approved:
      'As jy dit goedgekeur het, moet asseblief nie weer betaal nie. Jou bank bevestig dit aan ons, en ons laat die winkel weet.',
    retry: 'Probeer weer',
  },
} satisfies typeof en;
