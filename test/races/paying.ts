// Paid payments, and requested refunds: the start of each round.
import { withHash } from '../contract/signatures.ts';
import type { Random } from '../storm/random.ts';
import { type Answer, cents, decimal, sum, zarOf } from './merchant.ts';
import type { Shop, Stage } from './stage.ts';

/** Creates a payment of so many cents and lets it succeed; returns the transaction's id. */
export async function pay(stage: Stage, shop: Shop, amount: number): Promise<string> {
  return succeed(stage, await askPayment(stage, shop, amount));
}

/** Creates a payment; returns its id. */
export async function askPayment({ merchant, service }: Stage, shop: Shop, amount: number): Promise<string> {
  const answer = await merchant.one('/payments', {
    siteCode: shop.siteCode,
    amount: zarOf(amount),
    merchantReference: 'ROUND',
    expireAt: new Date(service.clock.now().getTime() + 30 * 24 * 3_600_000).toISOString(),
  });
  return must(answer, 201).body.id;
}

const mostTries = 5;

/** Lets a payment succeed; returns the transaction's id. A bank or a connection that fails for a moment is asked again. */
export async function succeed({ merchant }: Stage, paymentId: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const answer = await merchant.sandbox(`/transactions/${paymentId}/outcome`, { outcome: 'success' });
    if (answer.status !== 503 || tries === mostTries) return must(answer, 200).body.transactionId;
  }
}

/** Orders leave, a minute of clearing passes, and the bank has reported their outcomes. */
export async function letTheBankPay({ service }: Stage): Promise<void> {
  await service.drain();
  service.clock.advance(60_000);
  await service.drain();
}

/** The response, which must have one of these statuses. */
export function must<Of extends Pick<Answer, 'status' | 'text'>>(answer: Of, ...statuses: number[]): Of {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`answered ${answer.status} and not ${statuses.join(' or ')}: ${answer.text.slice(0, 300)}`);
}

export interface Wanted {
  transactionId: string;
  cents: number;
}

/** A requested refund, and its response. Several in one atomic request share one refusal. */
export interface Asked extends Wanted {
  /** The refund, if it was accepted. */
  id?: string;
  /** It was refused for being too much. */
  isTooMuch?: boolean;
  /** The refundable amount in a refusal. */
  left?: number;
  /** Any other response. */
  odd?: string;
}

type Ask = (stage: Stage, shop: Shop, wanted: Wanted[]) => Promise<Asked[]>;

/** One refund on the One API. */
const askOne: Ask = async ({ merchant }, _shop, wanted) => {
  const only = wanted[0]!;
  const answer = await merchant.one(`/transactions/${only.transactionId}/refunds`, oneBody(only));
  return [{ ...only, ...(answer.status === 201 ? { id: answer.body.id } : readOneRefusal(answer)) }];
};

/** All or none on the One API. */
const askTogether: Ask = async ({ merchant }, _shop, wanted) => {
  const items = wanted.map((one) => ({ transactionId: one.transactionId, ...oneBody(one) }));
  const answer = await merchant.one('/refunds', items);
  if (answer.status === 201) return wanted.map((one, index) => ({ ...one, id: answer.body[index].id }));
  // The remainder in a refusal follows the accepted refunds before it.
  const { left: _, ...refusal } = readOneRefusal(answer);
  return [{ ...wanted[0]!, cents: sum(wanted.map((one) => one.cents)), ...refusal }];
};

/** Each by itself on the Payments API. */
const askPayments: Ask = async ({ merchant }, shop, wanted) => {
  const items = wanted.map(({ transactionId, cents: amount }) => {
    const item = { transactionId, amount: decimal(amount), refundReason: 'round', isRtc: false };
    return withHash('payments submitRefunds', item, shop);
  });
  const answer = await merchant.payments('/secure/refunds/submit', items);
  const isList = answer.status === 200 && answer.body?.length === wanted.length;
  return wanted.map((one, index) => {
    const { refundId, refundAmount, errors } = isList ? answer.body[index] : { errors: [answer.text] };
    if (refundId && cents(refundAmount) === one.cents && errors === null) return { ...one, id: refundId };
    return { ...one, ...readRefusal(errors?.[0] ?? answer.text) };
  });
};

function oneBody({ cents: amount }: Wanted) {
  return { amount: zarOf(amount), reason: 'round' };
}

function readOneRefusal({ status, text, body }: Answer): Omit<Asked, keyof Wanted> {
  const isTooMuch = status === 400 && body?.code === 'RefundExceedsTransaction';
  return isTooMuch ? readRefusal(body.detail) : { odd: `${status}: ${text}` };
}

function readRefusal(text: string): Omit<Asked, keyof Wanted> {
  const [, left] = /is more than the (\d+\.\d\d) that can still be refunded/.exec(text) ?? [];
  return left === undefined ? { odd: text } : { isTooMuch: true, left: cents(left) };
}

/** Requests refunds in one of the possible ways, on one surface or the other. */
export function askRefunds(stage: Stage, shop: Shop, random: Random, wanted: Wanted[]): Promise<Asked[]> {
  if (random.chance(0.5)) return askPayments(stage, shop, wanted);
  return wanted.length === 1 ? askOne(stage, shop, wanted) : askTogether(stage, shop, wanted);
}

/** One refund, on a surface of the caller's choice. */
export async function askOn(
  surface: 'one' | 'payments',
  stage: Stage,
  shop: Shop,
  wanted: Wanted,
): Promise<Asked> {
  const [asked] = await (surface === 'one' ? askOne : askPayments)(stage, shop, [wanted]);
  return asked!;
}
