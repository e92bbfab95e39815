// All SQL of e-mails.
import type { Db, Sql, Tx } from '../../kernel/db/db.ts';
import { anyRow, firstRow, onlyRow, rowCount } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type NewRowOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import type { Actor } from '../context.ts';
import type { Viewer } from '../viewer.ts';
import { seenBy } from '../viewer.ts';
import type { EmailKind } from './kinds.ts';
import type { EmailState } from './state.ts';

export const emails = table('emails', {
  id: t.uuid(),
  /** Null for an e-mail about the operator's own matters. */
  merchantId: t.uuid().nullable(),
  siteId: t.uuid().nullable(),
  kind: t.code<EmailKind>(),
  state: t.code<EmailState>().later(),
  stateReason: t.text('redact').nullable().later(),
  recipient: t.text('blank'),
  /** Null if the language follows from the object, or for users, who read English. */
  language: t.code().nullable(),
  objectId: t.uuid().nullable(),
  /** JSON: facts for the text, and the secret of its link. */
  factsSealed: t.text('clear').nullable().changes(),
  attempts: t.integer().later().changes(),
  lastError: t.text('redact').nullable().later().changes(),
  createdBy: t.code<Actor>(),
  correlationId: t.code(),
  createdAt: t.timestamptz(),
  expiresAt: t.timestamptz(),
  dueAt: t.timestamptz().nullable().changes(),
  completedAt: t.timestamptz().nullable().later(),
});

export type Email = RowOf<typeof emails>;
export type NewEmailRow = NewRowOf<typeof emails>;

const columns = columnsOf(emails);

/** Adds e-mails, but no second one of an alert that still waits. */
export const insertEmails = (db: Db, rows: readonly NewEmailRow[]) =>
  insertRows(db, emails, rows, db`on conflict do nothing`);

/** Locks an e-mail. all merchants: the sweep serves every merchant. */
export const lockEmail = (tx: Tx, id: string) =>
  firstRow(tx<Email[]>`select ${columns(tx)} from emails where id = ${id} for no key update`);

export interface Claim {
  now: Date;
  leaseUntil: Date;
  limit: number;
  /** The most e-mails of one merchant in a claim. */
  perMerchant: number;
}

/**
 * Claims due e-mails until `leaseUntil`: those to users first, then the merchants in turn, so that the backlog of one delays no
 * other. It steps through the index from one merchant to the next. all merchants: the sweep serves every merchant.
 */
export const claimEmails = (db: Sql, { now, leaseUntil, limit, perMerchant }: Claim) => db<Email[]>`
  with recursive merchant as (
    (select merchant_id as id from emails where due_at is not null order by merchant_id limit 1)
    union all
    select (
      select merchant_id from emails where due_at is not null and merchant_id > merchant.id order by merchant_id limit 1)
    from merchant where merchant.id is not null
  ), ranked as (
    select own.*, row_number() over (partition by merchant.id, own.is_customers order by own.due_at) as place
    from merchant cross join (values (true), (false)) as kinds (is_customers) cross join lateral (
      select id, due_at, kinds.is_customers from emails
      where merchant_id is not distinct from merchant.id and due_at <= ${now}
        and (kind in ('receipt', 'link', 'charge-reminder', 'charge-failed')) = kinds.is_customers
      order by due_at limit ${perMerchant}
    ) own
  ), chosen as (
    select emails.id from emails join ranked on ranked.id = emails.id
    where emails.due_at <= ${now}
    order by ranked.is_customers, ranked.place, ranked.due_at limit ${limit} for no key update of emails skip locked
  )
  update emails set due_at = ${leaseUntil}, attempts = attempts + 1
  from chosen where emails.id = chosen.id returning ${columnsOf(emails, 'emails')(db)}`;

/** Returns how many e-mails of a merchant were sent since a time, at most `most`. */
export async function countSent(
  db: Db,
  merchantId: string | null,
  since: Date,
  most: number,
): Promise<number> {
  const { number } = await onlyRow(
    db<{ number: number }[]>`
      select count(*)::integer as number from (
        select from emails
        where merchant_id is not distinct from ${merchantId} and state = 'sent' and completed_at > ${since} limit ${most}
      ) sent`,
  );
  return number;
}

/** Returns how many e-mails a merchant has created for a recipient since a time, without `except`, at most `most`. */
export async function countTo(
  db: Db,
  { merchantId, recipient, except }: { merchantId: string | null; recipient: string; except?: string },
  since: Date,
  most: number,
): Promise<number> {
  const { number } = await onlyRow(
    db<{ number: number }[]>`
      select count(*)::integer as number from (
        select from emails
        where recipient = ${recipient} and merchant_id is not distinct from ${merchantId} and created_at > ${since}
          and state <> 'failed' and id <> ${except ?? '00000000-0000-0000-0000-000000000000'} limit ${most}
      ) found`,
  );
  return number;
}

/** Returns the states of the e-mails about objects. all merchants: the caller holds the objects. */
export async function statesOf(db: Db, kind: EmailKind, objectIds: readonly string[]) {
  const rows = await db<{ objectId: string; state: EmailState }[]>`
    select object_id, state from emails where kind = ${kind} and object_id = any (${[...objectIds]}::uuid[])
    order by created_at, id`;
  return new Map(rows.map(({ objectId, state }) => [objectId, state]));
}

/** True if an e-mail of a kind about an object was created since a time. all merchants: an object is of one merchant. */
export const wasCreated = (db: Db, kind: EmailKind, objectId: string, since: Date) =>
  anyRow(db`
    select 1 from emails where object_id = ${objectId} and kind = ${kind} and created_at >= ${since} limit 1`);

/** Returns the newest e-mails that a viewer sees; `withSecrets`: also those whose link gives access, at these merchants. */
export async function listEmails(
  db: Db,
  viewer: Viewer,
  limit: number,
  { secretsOf, id }: { secretsOf: Viewer; id?: string | undefined },
): Promise<Email[]> {
  return [
    ...(await db<Email[]>`
      select ${columns(db)} from emails
      where ${seenBy(db, viewer)} and (kind not in ('invitation', 'reset') or ${seenBy(db, secretsOf)})
        ${id === undefined ? db`` : db`and id = ${id}`}
      order by created_at desc, id desc limit ${limit}`),
  ];
}

/** Deletes e-mails that ended before a time, at most `limit`. all merchants: retention. */
export const deleteEnded = (db: Sql, before: Date, limit: number) =>
  rowCount(db`
    delete from emails where id in (select id from emails where completed_at < ${before} order by completed_at limit ${limit})`);

/** Clears the facts of ended e-mails whose links are no longer valid, at most `limit`. all merchants: retention. */
export const clearExpired = (db: Sql, now: Date, limit: number) =>
  rowCount(db`
    update emails set facts_sealed = null where id in (
      select id from emails
      where completed_at is not null and facts_sealed is not null and kind in ('invitation', 'reset')
        and expires_at < ${now} limit ${limit})`);

/** all merchants: for metrics. At most 100000 are counted. */
export const backlog = (db: Db, now: Date) =>
  onlyRow(db<{ waiting: number; oldest: Date | null }[]>`
    select count(*)::integer as waiting, min(created_at) as oldest
    from (select created_at from emails where due_at is not null and created_at <= ${now} limit 100000) waiting`);
