// Random payment requests with random mistakes, and whether the hash debugger names them.
import { randomUUID } from 'node:crypto';
import {
  diagnose,
  type Evidence,
  type FieldKind,
  type Finding,
  mistakes,
} from '../../src/hash-debugger/diagnose.ts';
import { paymentFields as allFields } from '../contract/signatures.ts';
import { type Random, seeded } from '../storm/random.ts';
import { median, percentile } from '../support/figures.ts';
import { type Attempt, type Fields, programs } from './mistaken.ts';

const kinds: Record<string, FieldKind> = {
  amount: 'amount',
  variableAmountMin: 'amount',
  variableAmountMax: 'amount',
  isTest: 'boolean',
  allowVariableAmount: 'boolean',
};

function requestOf(random: Random): Fields {
  const word = (): string =>
    `${random.pick(['Order', 'Kraal', 'Rooibos', 'Zulu', 'Karoo', 'Ünique'])} ${random.between(1, 99_999)}`;
  const maybe = (chance: number, value: () => string): string => (random.chance(chance) ? value() : '');
  const host = `https://${random.pick(['shop', 'Store', 'www'])}.example.co.za`;
  const url = (path: string): string => `${host}/${path}?order=${random.between(1, 9_999)}`;
  const isVariable = random.chance(0.2);
  const values: Record<string, string> = {
    siteCode: `SITE-${random.between(100, 999)}`,
    countryCode: 'ZA',
    currencyCode: 'ZAR',
    amount: `${random.between(1, 20_000)}.${String(random.between(0, 100)).padStart(2, '0')}`,
    transactionReference: `INV-${random.between(1, 999_999)}`,
    bankReference: `Ref ${random.between(1, 9_999)}`,
    optional1: maybe(0.4, word),
    optional2: maybe(0.2, word),
    optional3: maybe(0.1, word),
    customer: maybe(0.5, word),
    cancelUrl: url('Cancel'),
    errorUrl: url('error'),
    successUrl: url('success'),
    notifyUrl: url('notify'),
    isTest: random.pick(['true', 'false']),
    selectedBankId: maybe(0.2, randomUUID),
    payeeDisplayName: maybe(0.2, word),
    expiryDateUtc: maybe(0.3, () => `2027-0${random.between(1, 10)}-15 16:30`),
    allowVariableAmount: isVariable ? 'true' : maybe(0.2, () => 'false'),
    variableAmountMin: isVariable ? '10.00' : '',
    variableAmountMax: isVariable ? '500.00' : '',
    customerCellphoneNumber: maybe(0.3, () => `08${random.between(10_000_000, 99_999_999)}`),
  };
  return allFields.flatMap((name): Fields => (values[name] ? [[name, values[name]]] : []));
}

function evidenceOf(attempt: Attempt, digest: string): Evidence {
  const value = new Map(attempt.fields);
  return {
    fields: allFields.map((name) => ({ name, text: value.get(name) ?? '', kind: kinds[name] ?? 'text' })),
    sent: attempt.sent.map(([name, text]) => ({ name, text })),
    digest,
    rightKeys: [attempt.privateKey],
    otherKeys: [
      { name: 'the ApiKey', text: attempt.apiKey },
      { name: 'the clientSecret of the One API', text: attempt.clientSecret },
    ],
    mayBeLeftOut: [
      'customerCellphoneNumber',
      ...(value.get('allowVariableAmount') === 'false' ? ['allowVariableAmount'] : []),
    ],
  };
}

function attemptOf(random: Random): Attempt {
  const fields = requestOf(random);
  const key = () => `${random.between(1e8, 1e9).toString(36)}Key${random.between(1e8, 1e9).toString(36)}`;
  return {
    fields,
    sent: shuffled(random, [...fields, ['GenerateShortUrl', 'true']]),
    privateKey: key(),
    apiKey: key(),
    clientSecret: key(),
    pick: (from) => random.pick([...from]),
  };
}

/** One random request, and the debugger's view of it, without its digest. */
export function caseOf(seed: number): { evidence: Evidence; attempt: Attempt } {
  const attempt = attemptOf(seeded(seed, 'patient'));
  return { attempt, evidence: evidenceOf(attempt, '') };
}

/** Diagnoses so many requests with each known mistake. */
export function examine(cases: number, seed: number) {
  return mistakes.map((mistake) => {
    const random = seeded(seed, mistake);
    const times: number[] = [];
    const instead: Record<string, number> = {};
    let named = 0;
    while (times.length < cases) {
      const attempt = attemptOf(random);
      const digest = programs[mistake](attempt);
      if (digest === undefined) continue;
      const evidence = evidenceOf(attempt, digest);
      const began = performance.now();
      const findings = diagnose(evidence);
      times.push(performance.now() - began);
      const reported = JSON.stringify(findings ?? '');
      if ([attempt.privateKey, attempt.apiKey, attempt.clientSecret].some((key) => reported.includes(key)))
        throw new Error(`a key was revealed: ${reported}`);
      const said = name(findings);
      if (said === mistake) named += 1;
      else instead[said] = (instead[said] ?? 0) + 1;
    }
    return {
      mistake,
      cases,
      named,
      medianMs: median(times),
      mostMs: percentile(times, 99),
      longestMs: Math.max(...times),
      /** The wrong names used instead of the right one, with their counts. */
      instead,
    };
  });
}

const name = (findings: Finding[] | undefined): string =>
  findings?.map(({ mistake }) => mistake).join(' and ') ?? 'nothing';

function shuffled(random: Random, fields: Fields): Fields {
  const left = [...fields];
  const order: Fields = [];
  while (left.length > 0) order.push(...left.splice(random.between(0, left.length), 1));
  return order;
}
