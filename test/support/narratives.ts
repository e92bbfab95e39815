// Deposit narratives as South African banks print them: the bank's own words around the payer's text, cut and
// joined.
import { checkDigits } from '../../src/kernel/check-digits.ts';
import { type Random, seeded } from '../storm/random.ts';

export interface Narrative {
  text: string;
  /** The expected reference; more than one where the payer typed several. */
  meant: readonly string[];
  /** True where one is meant and the text has it whole: not mistyped, cut or left out. */
  isIntact: boolean;
  /** True where the payer or a bank made an error in it. */
  isSpoiled: boolean;
  /** Which style and which treatment made it, for reports. */
  style: string;
  treatment: string;
}

/** Draws references whose check digits hold. */
export function drawReferences(random: Random, prefix: string, count: number): string[] {
  return Array.from({ length: count }, () => {
    const drawn = digits(random, 10);
    return prefix + drawn + checkDigits(drawn);
  });
}

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.between(0, 10)).join('');

const names = [
  'T MOKOENA',
  'JONES',
  'VAN DER MERWE',
  'Naidoo P',
  'S DLAMINI',
  'KHUMALO TRADING',
  'M-J BOTHA',
];
const banks = ['CAPITEC', 'ABSA BANK', 'NEDBANK', 'FNB', 'STANDARD B', 'DISCOVERY', 'TYMEBANK'];

/** Other numbers around a reference: accounts, telephones, cards, branches, dates and times. */
function otherNumber(random: Random): string {
  return random.pick([
    () => `62${digits(random, 9)}`,
    () => `4${digits(random, 9)}`,
    () => `0${random.pick(['82', '71', '63'])}${digits(random, 7)}`,
    () => `+27 ${digits(random, 2)} ${digits(random, 3)} ${digits(random, 4)}`,
    () => `4901*${digits(random, 4)}`,
    () => random.pick(['250655', '051001', '470010', '632005']),
    () => `INV ${digits(random, 5)}`,
    () => `27/11/2026`,
    () => `2026-11-27 14:0${digits(random, 1)}`,
    () => `2711 ${digits(random, 15)}`,
  ])();
}

type Style = (random: Random, typed: string) => string;

const styles: Record<string, Style> = {
  'fnb app': (random, typed) =>
    `FNB APP PAYMENT FROM ${random.pick([typed, `${typed} ${random.pick(names)}`])}`,
  'fnb ob': (random, typed) =>
    `FNB OB PMT${random.pick([' ', '   ', ','])}${typed}${random.pick(['', ' ', ` ${digits(random, 6)}`])}`,
  'fnb null bytes': (_random, typed) => [...`Digital Payment Cr ${typed}`].join('\0'),
  'standard bank ndep': (_random, typed) =>
    `NDEP${typed.slice(0, 16)}//NONREF\n${typed}\n/PREF/ZA000379IB PAYMENT FROM`,
  'standard bank payshap': (random, typed) => `RPP PAYSHAP FROM ${typed} ${random.pick(banks)}`,
  'standard bank payshap payment': (random, typed) => `PAYSHAP PAYMENT FROM${random.pick([' ', ''])}${typed}`,
  'standard bank magtape': (random, typed) => `MAGTAPE CREDIT ${random.pick(banks)} ${typed}`,
  'standard bank online': (random, typed) => `CREDIT TRANSFER ${typed} 2711 ${digits(random, 15)}`,
  'capitec app': (random, typed) => `Payment Received: ${random.pick(names)} (${typed})`,
  'capitec business': (random, typed) =>
    `Inward EFT Credit ${typed}${random.pick(['', ` ${random.pick(banks)}`])}`,
  'capitec glued': (random, typed) => `CAPITEC${typed}${random.pick(names)}`,
  nedbank: (random, typed) => `${random.pick(['', 'CAPITEC ', 'NEDBANK SEND-IMALI '])}${typed}`,
  'nedbank instant': (random, typed) => `INSTANT PAYMENT/${typed}/${otherNumber(random)}`,
  absa: (random, typed) => `ACB CREDIT SETTLEMENT ${random.pick(banks)} ${typed}`,
  'absa digital': (random, typed) =>
    `DIGITAL TRANSF CR ABSA BANK ${typed}${random.pick(['', '\r\n', ` ${random.pick(names)}`])}`,
  'bank zero': (random, typed) => `Payment from ${random.pick(names)} | ${typed}`,
  investec: (random, typed) => `${random.pick(['', 'PAYMENT ', 'RTC '])}${typed}`.slice(0, 40),
  bare: (_random, typed) => typed,
};

/** Changes by a payer that leave the whole reference. */
const whole: Record<string, (random: Random, reference: string) => string> = {
  'as it is': (_random, reference) => reference,
  'in small letters': (_random, reference) => reference.toLowerCase(),
  spaced: (_random, reference) => reference.replace(/(\D+)(\d{4})(\d{4})(\d{4})/, '$1 $2 $3 $4'),
  'in threes': (_random, reference) =>
    reference.replace(/(\D+)(\d{3})(\d{3})(\d{3})(\d{3})/, '$1-$2-$3-$4-$5'),
  'dash after the letters': (random, reference) =>
    reference.replace(/^\D+/, (prefix) => prefix + random.pick(['-', ' ', ': ', '.', '/', '\u2013', '#'])),
  'every character apart': (_random, reference) => [...reference].join(' '),
  'broken anywhere': (random, reference) => {
    const at = random.between(1, reference.length);
    return reference.slice(0, at) + random.pick([' ', '\n', '\r\n', '-', '.', '  ']) + reference.slice(at);
  },
  'name before': (random, reference) => random.pick(names) + random.pick([' ', '', '-']) + reference,
  'name after': (random, reference) => reference + random.pick([' ', '', '/']) + random.pick(names),
  'part after': (random, reference) => `${reference}-0${random.between(1, 10)}`,
  'number before': (random, reference) => `${otherNumber(random)} ${reference}`,
  'number after': (random, reference) => `${reference} ${otherNumber(random)}`,
  'number glued on': (random, reference) =>
    reference + random.pick(['2711', digits(random, 2), digits(random, 11)]),
  'spaced, number after': (random, reference) =>
    `${reference.replace(/(\D+)(\d{6})(\d{6})/, '$1 $2 $3')} ${otherNumber(random)}`,
  'said to be one': (random, reference) =>
    random.pick(['REF ', 'ref:', 'DEPOSIT ', 'DEP ', 'TOPUP ']) + reference,
};

/** Changes by a payer or a bank that destroy the reference. */
const broken: Record<string, (random: Random, reference: string) => string> = {
  'wrong digit': (random, reference) => {
    const at = random.between(reference.length - 12, reference.length);
    const other = (Number(reference[at]) + random.between(1, 10)) % 10;
    return reference.slice(0, at) + other + reference.slice(at + 1);
  },
  'swapped digits': (random, reference) => {
    const places = Array.from(reference, (_digit, at) => at).filter(
      (at) => at > reference.length - 12 && reference[at] !== reference[at - 1],
    );
    const at = random.pick(places);
    return reference.slice(0, at - 1) + reference[at] + reference[at - 1] + reference.slice(at + 1);
  },
  'missing digit': (random, reference) => {
    const at = random.between(reference.length - 12, reference.length);
    return reference.slice(0, at) + reference.slice(at + 1);
  },
  'missing digit, number after': (random, reference) => `${reference.slice(0, -1)} ${otherNumber(random)}`,
  'cut off': (random, reference) => reference.slice(0, -random.between(1, 6)),
  'cut off, name after': (random, reference) =>
    `${reference.slice(0, -random.between(1, 4))} ${random.pick(names)}`,
  'another prefix': (random, reference) =>
    reference.replace(/^\D+/, random.pick(['DPE', 'DEPO', 'DE', 'TOP', 'PAY'])),
  'no prefix': (_random, reference) => reference.replace(/^\D+/, ''),
  'letters for digits': (_random, reference) =>
    reference.replace(/\d{12}/, (number) => number.replace(/\d/, (digit) => 'OIZEASGTBP'[Number(digit)]!)),
};

/** Text without any reference. */
const others: Style[] = [
  (random) => `${random.pick(names)} ${otherNumber(random)}`,
  (random) => `INV${digits(random, 6)} ${random.pick(names)}`,
  (random) => `DEP ${digits(random, 12)}`,
  (random) => `CASH DEPOSIT ${otherNumber(random)}${otherNumber(random)}`,
];

const keyOf = (random: Random, record: Record<string, unknown>): string => random.pick(Object.keys(record));

/** Makes narratives of known references: about two of three carry theirs whole. */
export function* narratives(seed: number, count: number, known: readonly string[]): Generator<Narrative> {
  const random = seeded(seed, 'narratives');
  for (let made = 0; made < count; made += 1) yield narrative(random, known);
}

function narrative(random: Random, known: readonly string[]): Narrative {
  const style = keyOf(random, styles);
  const { typed, meant, treatment } = typing(random, known);
  const isSpoiled = Object.hasOwn(broken, treatment);
  const text = styles[style]!(random, typed);
  return {
    text,
    meant,
    isIntact: meant.length === 1 && stands(text, meant[0]!),
    isSpoiled,
    style,
    treatment,
  };
}

function typing(
  random: Random,
  known: readonly string[],
): { typed: string; meant: string[]; treatment: string } {
  const reference = random.pick(known);
  const kind = random.between(0, 100);
  if (kind < 90) {
    const treatments = kind < 66 ? whole : broken;
    const treatment = keyOf(random, treatments);
    return { typed: treatments[treatment]!(random, reference), meant: [reference], treatment };
  }
  if (kind >= 95) return { typed: random.pick(others)(random, ''), meant: [], treatment: 'no reference' };
  const second = random.pick(known.filter((one) => one !== reference));
  const typed = [reference, second].join(random.pick([' ', ', ', ' + ', '']));
  return { typed, meant: [reference, second], treatment: 'two references' };
}

/** True where the letters and digits of the text have the reference: a bank may cut it, or print its own DEP before it. */
export const stands = (text: string, reference: string): boolean =>
  text
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .includes(reference);
