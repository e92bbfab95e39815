// The items of a refund submission, read from JSON or XML and held against their rules.
import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../kernel/ids.ts';
import { type Cents, formatDecimal, parseDecimal, toJsonNumber } from '../../kernel/money.ts';
import { judgeDestination } from '../addresses.ts';
import { Refusal } from '../dialect/errors.ts';
import { isWebAddress, readBoolean } from '../dialect/fields.ts';
import { asGiven, type GivenFields, readList } from '../dialect/given.ts';
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
}

const mostItems = 500;

/** The items of the body, 1 to 500. Throws a 400 for anything else. */
export function readItems(request: FastifyRequest): unknown[] {
  const items = readList(request, 'Refunds', 'Refund');
  if (items.length === 0 || items.length > mostItems)
    throw new Refusal(400, `The body must hold 1 to ${mostItems} refunds`);
  return items;
}

/** Reads one item and names everything that is wrong with it. */
export function readItem(deps: SurfaceDeps, given: unknown): { item: RefundItem; errors: string[] } {
  const errors: string[] = [];
  const fields = asGiven(given);
  if (!fields) return { item: {}, errors: ['the item must be an object'] };
  const text = (name: string, most: number): string | undefined => readText(fields, name, most, errors);
  const cents = parseDecimal(fields.get('amount')?.text ?? '');
  if (cents === undefined || cents === 0n)
    errors.push('amount must be more than 0 with at most two decimals');
  const transactionId = text('transactionId', 50);
  if (transactionId === undefined) errors.push('transactionId is required');
  else if (!isUuid(transactionId)) errors.push('transactionId must be a uuid');
  const refundReason = text('refundReason', 500);
  if (refundReason === undefined) errors.push('refundReason is required');
  const notifyUrl = text('notifyUrl', 500);
  if (notifyUrl !== undefined) errors.push(...judgeAddress(deps, notifyUrl));
  const hashCheck = text('hashCheck', 250);
  if (hashCheck === undefined) errors.push('hashCheck is required');
  const isRtc = fields.has('isrtc') ? readBoolean(fields.get('isrtc')!.text) : false;
  if (isRtc === undefined) errors.push('isRtc must be true or false');
  const amount = cents === undefined ? undefined : formatDecimal(cents);
  const amountNumber = cents === undefined ? undefined : toJsonNumber(cents);
  return {
    item: { transactionId, cents, amount, amountNumber, refundReason, notifyUrl, hashCheck, isRtc },
    errors,
  };
}

function judgeAddress({ config }: SurfaceDeps, address: string): string[] {
  if (!isWebAddress(address)) return ['notifyUrl must be an http or https address'];
  const reason = judgeDestination(address, config);
  return reason === undefined
    ? []
    : [`notifyUrl leads to where the service may not send anything: ${reason}`];
}

function readText(fields: GivenFields, name: string, most: number, errors: string[]): string | undefined {
  const given = fields.get(name.toLowerCase());
  if (!given) return undefined;
  if (given.kind === 'other') errors.push(`${name} has a value that cannot be taken`);
  else if (given.text.length > most) errors.push(`${name} must have at most ${most} characters`);
  return given.text;
}
