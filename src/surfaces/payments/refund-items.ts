// The items of a refund submission: reading JSON or XML, and checking them against their rules.
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { addressRule, judgePosted } from '../../core/addresses.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Cents, formatDecimal, parseDecimal, toJsonNumber } from '../../kernel/money.ts';
import { Refusal } from '../dialect/errors.ts';
import { isLonger, isWebAddress, readBoolean } from '../dialect/fields.ts';
import { asGiven, type GivenFields, readList } from '../dialect/given.ts';
import { uuid } from '../dialect/shapes.ts';
import type { SurfaceDeps } from './deps.ts';

export interface RefundItem {
  transactionId?: string;
  cents?: Cents;
  /** As a number, for the answer. */
  amountNumber?: number;
  /** With two decimals, for the hash. */
  amount?: string;
  refundReason?: string;
  notifyUrl?: string;
  hashCheck?: string;
  isRtc?: boolean;
  /** The whole item as it was sent. */
  given?: GivenFields;
}

const mostItems = 500;

const fields = {
  transactionId: uuid,
  amount: Type.Unsafe<string | number>({
    type: ['string', 'number'],
    pattern: '^(?!0+(\\.0+)?$)\\d{1,12}(\\.\\d{1,2})?$',
    exclusiveMinimum: 0,
  }),
  refundReason: Type.Optional(Type.String({ maxLength: 500 })),
  notifyUrl: Type.Optional(Type.String({ maxLength: 500, format: 'uri' })),
  hashCheck: Type.String({
    minLength: 1,
    maxLength: 250,
    description:
      'SHA-512 hex of transactionId, amount with two decimals, refundReason, notifyUrl and the private key, in lower case.',
  }),
  isRtc: Type.Optional(Type.Boolean()),
};

/** A submission for documents. */
export const RefundItems = Type.Array(Type.Object(fields, { title: 'RefundItem' }), {
  minItems: 1,
  maxItems: mostItems,
});

/** Returns the 1 to 500 items of the body. Throws a 400 for anything else. */
export function readItems(request: FastifyRequest): unknown[] {
  const items = readList(request, 'Refunds', 'Refund');
  if (items.length === 0 || items.length > mostItems)
    throw new Refusal(400, `The body must hold 1 to ${mostItems} refunds`);
  return items;
}

/** Reads one item and lists everything that is wrong with it. */
export function readItem(deps: SurfaceDeps, given: unknown): { item: RefundItem; errors: string[] } {
  const errors: string[] = [];
  const item = asGiven(given);
  if (typeof item === 'string') return { item: {}, errors: [item] };
  const text = (name: TextField): string | undefined => readText(item, name, errors);
  const cents = parseDecimal(item.get('amount')?.text ?? '');
  if (cents === undefined || cents === 0n)
    errors.push('amount must be more than 0 with at most two decimals');
  const transactionId = text('transactionId');
  if (transactionId === undefined) errors.push('transactionId is required');
  else if (!isUuid(transactionId)) errors.push('transactionId must be a uuid');
  // Shops' plugins pass on the user's input, which can be empty.
  const refundReason = text('refundReason') ?? '';
  const notifyUrl = text('notifyUrl');
  if (notifyUrl !== undefined) errors.push(...judgeAddress(deps, notifyUrl));
  const hashCheck = text('hashCheck');
  if (hashCheck === undefined) errors.push('hashCheck is required');
  const flag = item.get('isrtc');
  const isRtc = flag ? readBoolean(flag.text) : false;
  if (isRtc === undefined) errors.push('isRtc must be true or false');
  const amount = cents === undefined ? undefined : formatDecimal(cents);
  const amountNumber = cents === undefined ? undefined : toJsonNumber(cents);
  return {
    item: {
      transactionId,
      cents,
      amount,
      amountNumber,
      refundReason,
      notifyUrl,
      hashCheck,
      isRtc,
      given: item,
    },
    errors,
  };
}

function judgeAddress({ config }: SurfaceDeps, address: string): string[] {
  if (!isWebAddress(address))
    return [`notifyUrl ${addressRule(address, 'must be an http or https address')}`];
  const reason = judgePosted(address, config);
  return reason === undefined ? [] : [`notifyUrl is not an allowed address: ${reason}`];
}

type TextField = 'transactionId' | 'refundReason' | 'notifyUrl' | 'hashCheck';

function readText(item: GivenFields, name: TextField, errors: string[]): string | undefined {
  const given = item.get(name.toLowerCase());
  if (!given) return undefined;
  const { maxLength: most = 50 } = fields[name] as { maxLength?: number };
  if (given.kind === 'other') errors.push(`${name} has a value that cannot be taken`);
  else if (given.kind === 'broken') errors.push(`${name} has characters that are not allowed`);
  else if (isLonger(given.text, most)) errors.push(`${name} must have at most ${most} characters`);
  return given.text;
}
