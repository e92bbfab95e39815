// All SQL of sessions.
import type { Db, Tx } from '../../kernel/db/db.ts';
import { allRows, anyRow, execute, firstRow, rowCount } from '../../kernel/db/rows.ts';
import { columnsOf, insertRows, type NewRowOf, type RowOf, t, table } from '../../kernel/db/table.ts';
import { ownsFactor } from './factor-store.ts';
import type { Held } from './permissions.ts';

export const sessions = table('console.sessions', {
  /** SHA-256 of its cookie's token. */
  id: t.code(),
  userId: t.uuid(),
  /** It waits for its second factor. */
  isWaiting: t.boolean().unread(),
  createdAt: t.timestamptz(),
  seenAt: t.timestamptz(),
  endedAt: t.timestamptz().nullable().later().unread(),
  factorAt: t.timestamptz().nullable(),
  network: t.text('clear').nullable(),
  agent: t.text('clear').nullable(),
  said: t.text('clear').nullable().later().unread(),
  /** The company by whose account the user signed in has requested two factors. */
  isStrong: t.boolean().unread(),
});

/** A session as its owner sees it. */
export type Session = RowOf<typeof sessions>;

const columns = columnsOf(sessions, 'session');

/** From when on a session must have been made and used to be open now. */
export interface Horizon {
  madeAfter: Date;
  seenAfter: Date;
}

export const insertSession = (tx: Tx, one: NewRowOf<typeof sessions>) =>
  execute(insertRows(tx, sessions, [one]));

const isOpen = (db: Db, { madeAfter, seenAfter }: Horizon) =>
  db`session.ended_at is null and session.created_at > ${madeAfter} and session.seen_at > ${seenAfter}`;

export interface FoundSession extends Session {
  email: string;
  name: string | null;
  said: string | null;
  isWaiting: boolean;
  hasFactor: boolean;
  isStrong: boolean;
  held: Held[];
}

/**
 * Returns an open session with its user, unless disabled. all merchants: a session lists the user's roles at every
 * merchant.
 */
export const findSession = (db: Db, id: string, horizon: Horizon) =>
  firstRow(db<FoundSession[]>`
    select ${columns(db)}, session.is_waiting, session.said, session.is_strong, users.email, users.name,
      ${ownsFactor(db)} as has_factor,
      coalesce((
        select jsonb_agg(jsonb_build_object('role', role, 'merchantId', merchant_id) order by merchant_id nulls first)
        from console.held where user_id = users.id
      ), '[]') as held
    from console.sessions session join console.users users on users.id = session.user_id
    where session.id = ${id} and users.disabled_at is null and ${isOpen(db, horizon)}`);

/**
 * Returns the open ones of some sessions, except those of disabled users. all merchants: a session lists the user's
 * roles at every merchant.
 */
export const findOpenSessions = (db: Db, ids: readonly string[], horizon: Horizon) =>
  allRows(db<{ id: string; held: Held[] }[]>`
    select session.id, coalesce((
        select jsonb_agg(jsonb_build_object('role', role, 'merchantId', merchant_id) order by merchant_id nulls first)
        from console.held where user_id = users.id
      ), '[]') as held
    from console.sessions session join console.users users on users.id = session.user_id
    where session.id = any (${[...ids]}::text[]) and not session.is_waiting and users.disabled_at is null
      and ${isOpen(db, horizon)}`);

export const touchSession = (db: Db, id: string, at: Date) =>
  execute(db`update console.sessions set seen_at = ${at} where id = ${id} and seen_at < ${at}`);

/** Returns a user's open sessions, the one used last first. */
export const listSessions = (db: Db, userId: string, horizon: Horizon) =>
  allRows(db<Session[]>`
    select ${columns(db)} from console.sessions session
    where user_id = ${userId} and not is_waiting and ${isOpen(db, horizon)}
    order by seen_at desc, id`);

/** Ends one of a user's sessions. Returns false if it is not open. */
export const endSession = (db: Db, userId: string, id: string, at: Date) =>
  anyRow(db`
    update console.sessions set ended_at = ${at} where id = ${id} and user_id = ${userId} and ended_at is null`);

/** Ends all sessions of a user, except the one to keep. Returns how many ended. */
export const endSessions = (tx: Tx, userId: string, at: Date, kept: string | null = null) =>
  rowCount(tx`
    update console.sessions set ended_at = ${at}
    where user_id = ${userId} and ended_at is null and id is distinct from ${kept}`);

export const noteFactorShown = (tx: Tx, id: string, at: Date) =>
  execute(tx`update console.sessions set factor_at = ${at} where id = ${id}`);

export const updateSaid = (db: Db, id: string, said: string | null) =>
  execute(db`update console.sessions set said = ${said} where id = ${id} and said is distinct from ${said}`);
