// docs/hash-vectors.json: requests or notifications for every hash of the contract, with the hashed text and the
// digest, as the service itself builds and accepts them.

import type { HashSurface } from '../src/core/hash-mismatches/actions.ts';
import { readers } from '../src/hash-debugger/bodies.ts';
import { sha512Hex } from '../src/kernel/security/crypto.ts';
import { readFields } from '../src/surfaces/dialect/fields.ts';
import { readFirst } from '../src/surfaces/dialect/given.ts';
import {
  amountWritings,
  hashInput,
  hashInputs,
  isHashOf,
  signedWriting,
} from '../src/surfaces/dialect/hash.ts';
import { signedBulk, signedRefund, signedTransaction } from '../src/surfaces/dialect/notified.ts';
import { isRefundSigned } from '../src/surfaces/payments/refund-hash.ts';
import {
  isSigned as isPayoutSigned,
  notificationHash,
  verificationHash,
} from '../src/surfaces/payouts/hash.ts';
import { readRequest } from '../src/surfaces/payouts/requests.ts';
import { payoutStatusOf } from '../src/surfaces/payouts/wire.ts';
import type { Change, Fields } from './hash-cases.ts';
import * as cases from './hash-cases.ts';

interface Hashed {
  text: string;
  digest: string;
}

interface Vector extends Hashed {
  name: string;
  fields: Fields;
  alsoAccepted?: Also[];
}

interface Made extends Hashed {
  fields: Fields;
  order: string[];
  alsoAccepted?: Also[];
}

/** Other forms accepted as the same request: known integrations write them so. */
type Also = Change & Writing & Hashed;

/** Other accepted texts of the same fields. */
interface Writing {
  lowerCase?: 'of ASCII letters alone';
  amount?: 'the number as JSON has it';
}

const keys = { privateKey: 'Private-KEY-of-Nobody', apiKey: 'Api-KEY-of-Nobody' };
const { privateKey, apiKey } = keys;

const about = [
  'For every hash of the contract: fields as they are sent, the text that is hashed, and its digest. Written from the code by `npm run docs`.',
  'text: the values in the order of `order`, joined without a separator, then the key, all of it in lower case. A field that is null, empty or absent adds nothing.',
  'digest: SHA-512 of the text as UTF-8, as 128 hexadecimal digits. The service accepts it in any letter case and without leading zeros.',
  'alsoAccepted: other accepted forms of the same request, as integrations write them: `without` some fields, or `with` others; with a `lowerCase` of ASCII letters only, as in PHP; with an `amount` that is a JSON number, exactly as it is sent.',
  'Amounts of payments, refunds and deposits have two decimals; amounts of payouts are in cents. The fields of bankingDetails and payoutStatus of a payout are listed with its other fields.',
];

/** Returns the file. Throws when the service would not accept one of its hashes. */
export function hashVectorsJson(): string {
  const hashes = [
    listed('payment request', 'privateKey', cases.payments, ofPayment),
    listed('refund item', 'privateKey', cases.refunds, ofRefund),
    listed('payout request', 'apiKey', cases.payouts, ofPayout),
    listed('unique deposit reference', 'privateKey', cases.singles, ofDeposit),
    listed('static deposit reference', 'privateKey', cases.multiples, ofDeposit),
    listed('notification of a payment', 'privateKey', cases.notifiedTransactions, ofNotifiedTransaction),
    listed('notification of a refund', 'privateKey', cases.notifiedRefunds, ofNotifiedRefund),
    listed('notification of a payout', 'apiKey', cases.notifiedPayouts, ofNotifiedPayout),
    listed('result of a bulk job', 'privateKey', cases.notifiedJobs, ofNotifiedJob),
    listed('question whether a payout is yours', 'apiKey', cases.questions, ofQuestion),
  ];
  return `${JSON.stringify({ about, keys, hashes }, null, 2)}\n`;
}

function listed<Input>(
  name: string,
  key: keyof typeof keys,
  { given, withReference }: cases.Cases<Input>,
  make: (input: Input) => Made,
) {
  const { order } = make(given[0]![1]);
  const vectors = [...given, ['a digest that begins with zeros', zeros(withReference, make)] as const];
  return { name, key, order, vectors: vectors.map(([title, input]) => vectorOf(title, make(input))) };
}

function vectorOf(name: string, { order: _, ...made }: Made): Vector {
  return { name, ...made };
}

/** Returns the first of inputs that differ only in a reference whose digest begins with two zeros. */
function zeros<Input>(withReference: (text: string) => Input, make: (input: Input) => Made): Input {
  for (let number = 1; ; number += 1) {
    const input = withReference(`ZERO-${number}`);
    if (make(input).digest.startsWith('00')) return input;
  }
}

/** Returns the hash of values in order, after the service's own code has confirmed it. */
function hashed(
  values: readonly (string | null)[],
  key: string,
  isTheirs: (digest: string) => boolean,
): Hashed {
  return digested(hashInput(values, key), isTheirs);
}

function digested(text: string, isTheirs: (digest: string) => unknown): Hashed {
  const digest = sha512Hex(text);
  if (!isTheirs(digest)) throw new Error(`the service has another hash than that of ${text}`);
  return { text, digest };
}

/** Returns the values of a request in order, as its surface reads them from its JSON. */
function read(surface: HashSurface, body: object): { order: string[]; values: string[] } {
  const { fields } = readers[surface](JSON.stringify(body));
  return { order: fields.map(({ name }) => name), values: fields.map(({ text }) => text) };
}

function ofPayment([fields, changes = []]: cases.Payment): Made {
  const { texts } = readFields(readFirst(JSON.stringify(fields)), () => true);
  const bareAmount = bareAmountOf(fields);
  const hashOf = (as: Fields) =>
    requested('payments', as, privateKey, bareAmount, (digest) =>
      signedWriting(texts, digest, [privateKey], bareAmount),
    );
  const { alsoAccepted = [], ...made } = hashOf(fields);
  const changed = changes.map((change) => {
    const left = Object.entries(fields).filter(([name]) => !change.without?.includes(name));
    const { text, digest } = hashOf({ ...Object.fromEntries(left), ...change.with });
    return { ...change, text, digest };
  });
  const also = [...changed, ...alsoAccepted];
  return { ...made, fields, ...(also.length > 0 && { alsoAccepted: also }) };
}

const bareAmountOf = ({ amount }: Fields) => (typeof amount === 'number' ? String(amount) : undefined);

/** Returns the hash of a request, with the other accepted ones. */
function requested(
  surface: HashSurface,
  body: object,
  key: string,
  bareAmount: string | undefined,
  isTheirs: (digest: string) => unknown,
): Omit<Made, 'fields'> {
  const { order, values } = read(surface, body);
  const [made, ...alsoAccepted] = writingsOf(values, order, key, bareAmount).map(({ text, ...writing }) => ({
    ...writing,
    ...digested(text, isTheirs),
  }));
  const { text, digest } = made!;
  return { order, text, digest, ...(alsoAccepted.length > 0 && { alsoAccepted }) };
}

/** Returns the accepted texts of values, first the one of the rule. */
function writingsOf(
  values: string[],
  order: string[],
  key: string,
  bareAmount: string | undefined,
): (Writing & { text: string })[] {
  return amountWritings(values, order.indexOf('amount'), bareAmount).flatMap((written, isBare) =>
    hashInputs(written, key).map((text, isAscii) => ({
      ...(isBare && { amount: 'the number as JSON has it' as const }),
      ...(isAscii && { lowerCase: 'of ASCII letters alone' as const }),
      text,
    })),
  );
}

function ofRefund(fields: Fields): Made {
  const { values } = read('refunds', fields);
  const [transactionId, amount, refundReason, notifyUrl] = values as [string, string, string, string];
  const item = { transactionId, amount, refundReason, notifyUrl };
  const bareAmount = bareAmountOf(fields);
  const isTheirs = (digest: string) => isRefundSigned(item, digest, [privateKey], bareAmount);
  return { fields, ...requested('refunds', fields, privateKey, bareAmount, isTheirs) };
}

function ofPayout(fields: Fields): Made {
  const { request } = readRequest({ ...nested(fields), hashCheck: 'none' });
  const isTheirs = (digest: string) => isPayoutSigned(request, digest, apiKey);
  return { fields, ...requested('payouts', nested(fields), apiKey, undefined, isTheirs) };
}

function ofQuestion({ payoutId, ...fields }: Fields): Made {
  const { order, values } = read('payouts', nested(fields));
  const { request } = readRequest({ ...nested(fields), hashCheck: 'none' });
  const made = verificationHash(String(payoutId), request, apiKey);
  return {
    fields: { payoutId: payoutId!, ...fields },
    order: ['payoutId', ...order],
    ...hashed([String(payoutId), ...values], apiKey, (digest) => digest === made),
  };
}

function nested({ bankGroupId, accountNumber, branchCode, ...fields }: Fields) {
  return { ...fields, bankingDetails: { bankGroupId, accountNumber, branchCode } };
}

function ofDeposit(fields: Fields): Made {
  const { order, values } = read('banktransfer', fields);
  const bareAmount = bareAmountOf(fields);
  const written = amountWritings(values, order.indexOf('amount'), bareAmount);
  const isTheirs = (digest: string) => written.some((one) => isHashOf(one, digest, [privateKey]));
  return { fields, ...requested('banktransfer', fields, privateKey, bareAmount, isTheirs) };
}

function ofNotifiedTransaction(of: Parameters<typeof signedTransaction>[0]): Made {
  return ofForm(signedTransaction(of, privateKey));
}

function ofNotifiedRefund(of: Parameters<typeof signedRefund>[0]): Made {
  return ofForm(signedRefund(of, privateKey));
}

/** Returns the fields of a form that its hash covers. */
function ofForm(form: [name: string, value: string][]): Made {
  const { Hash, IsRtc: _, ...fields } = Object.fromEntries(form);
  return {
    fields,
    order: Object.keys(fields),
    ...hashed(Object.values(fields), privateKey, (digest) => digest === Hash),
  };
}

function ofNotifiedPayout(of: cases.NotifiedPayout): Made {
  const { status, subStatus } = payoutStatusOf(of);
  const { state: _state, subStatus: _subStatus, reason: _reason, ...same } = of;
  const made = notificationHash({ ...same, payoutStatus: { status, subStatus } }, apiKey);
  const fields = { ...same, status, subStatus };
  const values = Object.values(fields).map(String);
  return { fields, order: Object.keys(fields), ...hashed(values, apiKey, (digest) => digest === made) };
}

function ofNotifiedJob(of: Parameters<typeof signedBulk>[0]): Made {
  const { hash, ...fields } = signedBulk(of, privateKey);
  return {
    fields: { ...fields },
    order: Object.keys(fields),
    ...hashed(Object.values(fields), privateKey, (digest) => digest === hash),
  };
}
