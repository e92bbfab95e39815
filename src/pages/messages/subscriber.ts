// The texts of the subscriber's page and its e-mails, in every language.
import type { Language } from './index.ts';

const en = {
  title: (merchant: string) => `Your regular payment to ${merchant}`,
  runs: 'Active.',
  coming: 'Coming payments',
  past: 'Past payments',
  noneYet: 'No payment has been made yet.',
  older: (count: string) => `Only the last ${count} payments are shown.`,
  paid: 'Paid',
  notPaid: 'Not paid',
  atBank: 'With your bank',
  againOn: (day: string) => `We try again on ${day}`,
  retries: [
    'If your bank declines a payment, we do not try it again.',
    'If your bank declines a payment, we try again on the next working day.',
    'If your bank declines a payment, we try again on the next two working days.',
  ],
  emails: 'E-mails about this payment',
  before: (days: string) => `Before each payment, you receive a reminder by e-mail. Days before: ${days}.`,
  after: 'If a payment is not made, you receive an e-mail.',
  stopped: 'You stopped these e-mails.',
  stop: 'Stop these e-mails',
  start: 'Send me these e-mails',
  cancel: 'Cancel this regular payment',
  cancelQuestion: 'Cancel this regular payment?',
  contract: (merchant: string) =>
    `${merchant} is notified at once. This stops the payments only: if you have a contract with ${merchant}, speak to them about it.`,
  confirm: 'Yes, cancel it',
  keep: 'No, keep it',
  secret: 'Do not share the address of this page: anyone who has it can cancel the payment.',
  reminderSubject: (merchant: string, day: string) => `Payment to ${merchant} on ${day}`,
  reminderHeading: (merchant: string, day: string) => `Your next payment to ${merchant} is on ${day}`,
  reminderMeans: 'Your bank makes it automatically. Please make sure there is enough money in your account.',
  failedSubject: (merchant: string) => `Your payment to ${merchant} was not made`,
  manage: 'See or cancel this payment',
  why: (merchant: string) => `You receive this e-mail because you approved regular payments to ${merchant}.`,
  whyStop: 'You can stop these e-mails on the page that the button opens.',
};

type SubscriberWords = typeof en;

const af: SubscriberWords = {
  title: (merchant) => `Jou gereelde betaling aan ${merchant}`,
  runs: 'Aktief.',
  coming: 'Komende betalings',
  past: 'Vorige betalings',
  noneYet: 'Geen betaling is nog gemaak nie.',
  older: (count) => `Net die laaste ${count} betalings word gewys.`,
  paid: 'Betaal',
  notPaid: 'Nie betaal nie',
  atBank: 'By jou bank',
  againOn: (day) => `Ons probeer weer op ${day}`,
  retries: [
    'As jou bank ’n betaling weier, probeer ons dit nie weer nie.',
    'As jou bank ’n betaling weier, probeer ons weer op die volgende werksdag.',
    'As jou bank ’n betaling weier, probeer ons weer op die volgende twee werksdae.',
  ],
  emails: 'E-posse oor hierdie betaling',
  before: (days) => `Voor elke betaling ontvang jy ’n herinnering per e-pos. Dae vooraf: ${days}.`,
  after: 'As ’n betaling nie gemaak word nie, ontvang jy ’n e-pos.',
  stopped: 'Jy het hierdie e-posse gestop.',
  stop: 'Stop hierdie e-posse',
  start: 'Stuur vir my hierdie e-posse',
  cancel: 'Kanselleer hierdie gereelde betaling',
  cancelQuestion: 'Kanselleer hierdie gereelde betaling?',
  contract: (merchant) =>
    `Ons laat ${merchant} dadelik weet. Dit stop net die betalings: as jy ’n kontrak met ${merchant} het, praat met hulle daaroor.`,
  confirm: 'Ja, kanselleer dit',
  keep: 'Nee, behou dit',
  secret:
    'Moenie die adres van hierdie bladsy deel nie: enigiemand wat dit het, kan die betaling kanselleer.',
  reminderSubject: (merchant, day) => `Betaling aan ${merchant} op ${day}`,
  reminderHeading: (merchant, day) => `Jou volgende betaling aan ${merchant} is op ${day}`,
  reminderMeans: 'Jou bank maak dit outomaties. Maak asseblief seker daar is genoeg geld in jou rekening.',
  failedSubject: (merchant) => `Jou betaling aan ${merchant} is nie gemaak nie`,
  manage: 'Sien of kanselleer hierdie betaling',
  why: (merchant) => `Jy ontvang hierdie e-pos omdat jy gereelde betalings aan ${merchant} goedgekeur het.`,
  whyStop: 'Jy kan hierdie e-posse stop op die bladsy wat die knoppie oopmaak.',
};

const zu: SubscriberWords = {
  title: (merchant) => `Inkokhelo yakho ephindaphindwayo eya ku-${merchant}`,
  runs: 'Iyasebenza.',
  coming: 'Izinkokhelo ezizayo',
  past: 'Izinkokhelo ezedlule',
  noneYet: 'Ayikho inkokhelo eseyenziwe.',
  older: (count) => `Kuboniswa izinkokhelo zokugcina ezingu-${count} kuphela.`,
  paid: 'Ikhokhiwe',
  notPaid: 'Ayikhokhiwe',
  atBank: 'Isebhange lakho',
  againOn: (day) => `Sizozama futhi ngo-${day}`,
  retries: [
    'Uma ibhange lakho linqaba inkokhelo, asizami futhi.',
    'Uma ibhange lakho linqaba inkokhelo, siyazama futhi ngosuku lokusebenza olulandelayo.',
    'Uma ibhange lakho linqaba inkokhelo, siyazama futhi ngezinsuku ezimbili zokusebenza ezilandelayo.',
  ],
  emails: 'Ama-imeyili ngale nkokhelo',
  before: (days) =>
    `Ngaphambi kwenkokhelo ngayinye, uthola isikhumbuzo nge-imeyili. Izinsuku ngaphambili: ${days}.`,
  after: 'Uma inkokhelo ingenziwanga, uthola i-imeyili.',
  stopped: 'Uwamisile la ma-imeyili.',
  stop: 'Misa la ma-imeyili',
  start: 'Ngithumele la ma-imeyili',
  cancel: 'Khansela le nkokhelo ephindaphindwayo',
  cancelQuestion: 'Ukhansele le nkokhelo ephindaphindwayo?',
  contract: (merchant) =>
    `Siyayazisa i-${merchant} ngaso leso sikhathi. Lokhu kumisa izinkokhelo kuphela: uma unenkontileka ne-${merchant}, khuluma nayo ngayo.`,
  confirm: 'Yebo, yikhansele',
  keep: 'Cha, yigcine',
  secret: 'Ungabelani ngekheli laleli khasi: noma ubani onalo angayikhansela inkokhelo.',
  reminderSubject: (merchant, day) => `Inkokhelo eya ku-${merchant} ngo-${day}`,
  reminderHeading: (merchant, day) => `Inkokhelo yakho elandelayo eya ku-${merchant} ingo-${day}`,
  reminderMeans:
    'Ibhange lakho liyenza ngokuzenzakalelayo. Sicela uqinisekise ukuthi kunemali eyanele ku-akhawunti yakho.',
  failedSubject: (merchant) => `Inkokhelo yakho eya ku-${merchant} ayenziwanga`,
  manage: 'Bona noma khansela le nkokhelo',
  why: (merchant) => `Uthola le imeyili ngoba ugunyaze izinkokhelo eziphindaphindwayo eziya ku-${merchant}.`,
  whyStop: 'Ungawamisa la ma-imeyili ekhasini elivulwa yinkinobho.',
};

const xh: SubscriberWords = {
  title: (merchant) => `Intlawulo yakho ephindaphindwayo eya kwi-${merchant}`,
  runs: 'Iyasebenza.',
  coming: 'Iintlawulo ezizayo',
  past: 'Iintlawulo ezidlulileyo',
  noneYet: 'Akukho ntlawulo sele yenziwe.',
  older: (count) => `Kuboniswa iintlawulo zokugqibela ezi-${count} kuphela.`,
  paid: 'Ihlawulwe',
  notPaid: 'Ayihlawulwanga',
  atBank: 'Isebhankini yakho',
  againOn: (day) => `Siza kuzama kwakhona ngo-${day}`,
  retries: [
    'Ukuba ibhanki yakho iyala intlawulo, asizami kwakhona.',
    'Ukuba ibhanki yakho iyala intlawulo, siyazama kwakhona ngomhla wokusebenza olandelayo.',
    'Ukuba ibhanki yakho iyala intlawulo, siyazama kwakhona ngemihla emibini yokusebenza elandelayo.',
  ],
  emails: 'Ii-imeyile ngale ntlawulo',
  before: (days) =>
    `Phambi kwentlawulo nganye, ufumana isikhumbuzo nge-imeyile. Iintsuku ngaphambili: ${days}.`,
  after: 'Ukuba intlawulo ayenziwanga, ufumana i-imeyile.',
  stopped: 'Uzimisile ezi imeyile.',
  stop: 'Misa ezi imeyile',
  start: 'Ndithumele ezi imeyile',
  cancel: 'Rhoxisa le ntlawulo iphindaphindwayo',
  cancelQuestion: 'Uyirhoxise le ntlawulo iphindaphindwayo?',
  contract: (merchant) =>
    `Siyayazisa i-${merchant} kwangoko. Oku kumisa iintlawulo kuphela: ukuba unekhontrakthi ne-${merchant}, thetha nayo ngayo.`,
  confirm: 'Ewe, yirhoxise',
  keep: 'Hayi, yigcine',
  secret: 'Sukwabelana ngedilesi yeli phepha: nabani na onayo angayirhoxisa intlawulo.',
  reminderSubject: (merchant, day) => `Intlawulo eya kwi-${merchant} ngo-${day}`,
  reminderHeading: (merchant, day) => `Intlawulo yakho elandelayo eya kwi-${merchant} ingo-${day}`,
  reminderMeans:
    'Ibhanki yakho iyenza ngokuzenzekelayo. Nceda uqinisekise ukuba kukho imali eyaneleyo kwi-akhawunti yakho.',
  failedSubject: (merchant) => `Intlawulo yakho eya kwi-${merchant} ayenziwanga`,
  manage: 'Bona okanye rhoxisa le ntlawulo',
  why: (merchant) =>
    `Ufumana le imeyile kuba ugunyazise iintlawulo eziphindaphindwayo eziya kwi-${merchant}.`,
  whyStop: 'Ungazimisa ezi imeyile kwiphepha elivulwa liqhosha.',
};

const st: SubscriberWords = {
  title: (merchant) => `Tefo ya hao e iphetang e yang ho ${merchant}`,
  runs: 'E a sebetsa.',
  coming: 'Ditefo tse tlang',
  past: 'Ditefo tse fetileng',
  noneYet: 'Ha ho tefo e seng e entswe.',
  older: (count) => `Ho bontshwa ditefo tsa ho qetela tse ${count} feela.`,
  paid: 'E lefilwe',
  notPaid: 'Ha e a lefuwa',
  atBank: 'E bankeng ya hao',
  againOn: (day) => `Re tla leka hape ka la ${day}`,
  retries: [
    'Haeba banka ya hao e hana tefo, ha re leke hape.',
    'Haeba banka ya hao e hana tefo, re leka hape letsatsing la mosebetsi le latelang.',
    'Haeba banka ya hao e hana tefo, re leka hape matsatsing a mabedi a mosebetsi a latelang.',
  ],
  emails: 'Diimeile ka tefo ena',
  before: (days) => `Pele ho tefo ka nngwe, o fumana kgopotso ka imeile. Matsatsi pele: ${days}.`,
  after: 'Haeba tefo e sa etswa, o fumana imeile.',
  stopped: 'O emisitse diimeile tsena.',
  stop: 'Emisa diimeile tsena',
  start: 'Nthomelle diimeile tsena',
  cancel: 'Hlakola tefo ena e iphetang',
  cancelQuestion: 'O hlakole tefo ena e iphetang?',
  contract: (merchant) =>
    `Re tsebisa ${merchant} hanghang. Sena se emisa ditefo feela: haeba o na le konteraka le ${merchant}, bua le yona ka yona.`,
  confirm: 'E, e hlakole',
  keep: 'Tjhe, e boloke',
  secret: 'Se arolelane aterese ya leqephe lena: mang kapa mang ya nang le yona a ka hlakola tefo.',
  reminderSubject: (merchant, day) => `Tefo e yang ho ${merchant} ka ${day}`,
  reminderHeading: (merchant, day) => `Tefo ya hao e latelang e yang ho ${merchant} e ka ${day}`,
  reminderMeans:
    'Banka ya hao e e etsa ka boyona. Ka kopo, etsa bonnete ba hore ho na le tjhelete e lekaneng akhaonteng ya hao.',
  failedSubject: (merchant) => `Tefo ya hao e yang ho ${merchant} ha e a etswa`,
  manage: 'Bona kapa hlakola tefo ena',
  why: (merchant) => `O fumana imeile ena hobane o dumetse ditefo tse iphetang tse yang ho ${merchant}.`,
  whyStop: 'O ka emisa diimeile tsena leqepheng le bulwang ke konopo.',
};

const tables: Record<Language, SubscriberWords> = { en, af, zu, xh, st };

/** Returns the texts of the subscriber's page in one language. */
export const subscriberWords = (language: Language): SubscriberWords => tables[language];
