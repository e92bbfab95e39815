// Randomly changed reports of banks: each is read, or refused with a reason.
import { BadAnswer, type FileAnswer } from '../../src/core/payment-files/format.ts';
import { readAnswer } from '../../src/rails/pain/read.ts';
import { seeded } from '../storm/random.ts';
import { damaged } from '../support/damage.ts';
import { standardBank, writeAnswer } from '../support/pain.ts';

const ids = { messageId: '51908064', originalMessageId: 'TEFO-20261201-1' };
const payments = Array.from({ length: 5 }, (_, index) => ({
  bankReference: `PAY00000000000${index}`,
  amount: '1.00',
}));
const paymentGroup = { status: 'RJCT', reasons: [{ code: 'AC04', lines: ['a & b'] }] };

/** One of each kind. */
export const answers: readonly string[] = [
  standardBank.ack(ids),
  standardBank.nack(ids),
  standardBank.intaud(ids, payments.slice(1), payments.slice(0, 1)),
  standardBank.finaud(ids, payments),
  standardBank.unpData(ids, payments.slice(0, 2), '03', payments.slice(2)),
  standardBank.vetData(ids, payments.slice(0, 1)),
  writeAnswer({ ...ids, version: 'pain.002.001.10', paymentGroup, payments, prefix: 'ns2' }),
  writeAnswer({ ...ids, version: 'pain.002.001.12', paymentGroup }),
];

/** Insertions of a broken or hostile sender, and parts of other reports. */
const pieces = [
  ...'\0 \ufeff &amp; &#0; &#x110000; &lol; & < > " <!-- --> <![CDATA[ ]]> <TxInfAndSts/> <StsRsnInf/>'.split(
    ' ',
  ),
  ...['<?xml version="1.0"?>', '<!DOCTYPE a [<!ENTITY b "c">]>', '<!ENTITY % a SYSTEM "file:///etc/passwd">'],
  ...['<TxSts>ACSP</TxSts>', '<GrpSts>RJCT</GrpSts>', '<OrgnlMsgId>OTHER</OrgnlMsgId>'],
  ...['<__proto__><a>1</a></__proto__>', '<constructor>1</constructor>', '<a>'.repeat(40)],
  ...[`<a b="${'c'.repeat(3_000)}">`, 'A'.repeat(5_000), '9'.repeat(5_000), ' '.repeat(5_000)],
  'Status Code : '.repeat(200),
  ...answers.map((text) => text.slice(300, 900)),
];

/** Reads `count` damaged reports; the same seed generates the same ones. `faults` are what broke a rule, with the text. */
export function tryMutations(seed: number, count: number) {
  const random = seeded(seed, 'answers');
  const report = { tried: count, read: 0, refused: 0, slowestMs: 0, faults: [] as string[] };
  for (let made = 0; made < count; made += 1) {
    const text = damaged(random, Buffer.from(random.pick(answers)), pieces).toString();
    const begun = performance.now();
    const outcome = outcomeOf(text);
    const took = performance.now() - begun;
    report.slowestMs = Math.max(report.slowestMs, took);
    if (typeof outcome === 'string') report.faults.push(`${outcome}: ${text}`);
    else if (outcome) report.read += 1;
    else report.refused += 1;
  }
  return report;
}

/** Returns the parsed report, null for one that is refused with a reason, or the problem. */
function outcomeOf(text: string): FileAnswer | null | string {
  try {
    const answer = readAnswer(text);
    return faultIn(answer) ?? answer;
  } catch (error) {
    if (error instanceof BadAnswer && error.message.length > 5 && error.message.length < 400) return null;
    return `threw ${error}`;
  }
}

function faultIn(answer: FileAnswer): string | undefined {
  const named = [
    answer.messageId,
    answer.originalMessageId,
    ...answer.payments.map((one) => one.bankReference),
  ];
  if (!named.every((id) => typeof id === 'string' && id.length > 0 && id.length <= 35))
    return 'an invalid id';
  const statuses = [answer.groupStatus, ...answer.payments.map(({ status }) => status)];
  if (!statuses.every((status) => status === null || /^[A-Z0-9]{1,4}$/.test(status)))
    return 'an invalid status';
  const reasons = [answer.groupReasons, ...answer.payments.map((one) => one.reasons)].flat();
  const isLong = reasons.some(
    ({ code, text }) => text.length > 500 || (code?.length ?? 0) > 35 || code === '',
  );
  return isLong || JSON.stringify(answer).includes('\\u0000') ? 'an invalid reason' : undefined;
}
