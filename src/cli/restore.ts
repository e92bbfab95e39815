// tefo restore: after the database was restored to an earlier state, holds outgoing payments until all are explained.

import type { Config } from '../app/config.ts';
import type { Context } from '../core/context.ts';
import { findNote, judgeNote, type Note } from '../core/ledger/actions.ts';
import {
  acceptOrders,
  answerForStatements,
  beginRestore,
  type RestoreStatus,
  releaseRestore,
  restoreStatus,
  type UnknownOrder,
} from '../core/transfers/restoring.ts';
import { isUuid } from '../kernel/ids.ts';
import { formatRand } from '../kernel/money.ts';
import { type Line, warnLines } from '../kernel/process/terminal.ts';
import { byOf } from './by.ts';
import { UsageError, type Values, type Work } from './command.ts';
import { withContext } from './context.ts';
import { lines, print } from './output.ts';

export const restoreBegin: Work = async ({ values }) => {
  const [at, by] = [readInstant(values.at), byOf(values)];
  await withContext(async (ctx, config) => {
    const lost = await findLost(ctx, config, values.head);
    await beginRestore(ctx, { at, by, lost });
    await show(ctx, values.json);
  });
};

function readInstant(value: string | boolean | undefined): Date | undefined {
  if (value === undefined) return undefined;
  // The offset is required: a wall-clock time alone is ambiguous.
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(String(value));
  const at = new Date(String(value));
  if (isWhole && !Number.isNaN(at.getTime())) return at;
  throw new UsageError('--at must be an instant such as 2026-11-20T10:00:00+02:00');
}

/** Returns the exported head, if this ledger no longer contains it. */
async function findLost(ctx: Context, config: Config, given: Values[string]): Promise<Note | undefined> {
  const where = String(given ?? config.ledgerHead);
  if (where === '') return undefined;
  try {
    const note = await findNote(ctx.keyring, where);
    return note && (await judgeNote(ctx.db, note)) ? note : undefined;
  } catch (error) {
    // Outgoing payments are held even if the exported head cannot be read.
    warnLines([`tefo: the exported head in ${where} cannot be read: ${(error as Error).message}`]);
    return undefined;
  }
}

export const restoreStatusCommand: Work = async ({ values }) => {
  await withContext((ctx) => show(ctx, values.json));
};

export const restoreRelease: Work = async ({ values }) => {
  const [ids, accounts, by] = [readIds(values.accept), readList(values.statement), byOf(values)];
  await withContext(async (ctx) => {
    if (ids.length > 0) await acceptOrders(ctx, ids, by);
    if (accounts.length > 0) await answerForStatements(ctx, accounts, by);
    await releaseRestore(ctx, { by, force: values.force === true });
    await show(ctx, values.json);
  });
};

function readIds(value: string | boolean | undefined): string[] {
  const ids = readList(value).map((id) => id.toLowerCase());
  if (ids.every((id) => isUuid(id))) return ids;
  throw new UsageError('--accept takes ids from `tefo restore status`, separated by commas');
}

function readList(value: string | boolean | undefined): string[] {
  return value === undefined
    ? []
    : String(value)
        .split(',')
        .map((one) => one.trim());
}

async function show(ctx: Context, json: unknown): Promise<void> {
  const status = await restoreStatus(ctx);
  print(json, { restore: status ?? null }, () =>
    status ? describe(status) : ['No restore in progress: outgoing payments are not held.'],
  );
}

function describe(status: RestoreStatus): Line[] {
  const { begunAt, begunBy, restoredTo, since, listedAt, trouble, releasedAt, releasedBy } = status;
  return [
    ...lines({
      'outgoing payments': releasedAt
        ? `released at ${releasedAt.toISOString()} by ${releasedBy}${status.isForced ? ' with open items' : ''}`
        : `held since ${begunAt.toISOString()} by ${begunBy}`,
      'restored to': `${restoredTo.toISOString()}; the bank’s orders are checked from ${since.toISOString()}`,
      queried: `${status.asked} of ${status.asked + status.toAsk} transfers; ${status.neverHeardOf} unknown to the bank`,
      'bank’s list': trouble ?? (listedAt ? `read at ${listedAt.toISOString()}` : 'not read yet'),
      'only at bank': `${status.onlyAtBank} orders, ${status.unexplained} unexplained`,
    }),
    ...status.readStatements.map(
      ({ account, readAt, readBy }) =>
        `${account}  its statement was read by ${readBy}, who confirmed it at ${readAt.toISOString()}`,
    ),
    ...status.unknownOrders.map(toText),
  ];
}

function toText(order: UnknownOrder): string {
  const { transferId, orderedAt, outcome, purpose, amountCents, refundOf, acceptedBy, isTaken } = order;
  // The text comes from merchants, and a terminal obeys control sequences.
  const reference = order.reference.replace(/\p{C}/gu, '?');
  const explained = isTaken
    ? 'requested again here'
    : acceptedBy
      ? `accepted by ${acceptedBy}`
      : 'UNEXPLAINED';
  const of = refundOf ? ` of ${refundOf}` : '';
  return `${transferId}  ${orderedAt.toISOString()}  ${purpose}${of}  ${formatRand(amountCents)}  "${reference}"  ${outcome}  ${explained}`;
}
