// Compares the lines of a file, in a temporary table of the transaction (staging-store.ts), with the known lines, and
// adds the new ones. all merchants: an account's statement covers every merchant with money on it.
import type { Tx } from '../../kernel/db/db.ts';
import { firstValue, onlyRow } from '../../kernel/db/rows.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import type { Work } from '../context.ts';
import { suspendRows } from '../deposits/actions.ts';
import type { ReportedStatement } from './parsed-statement.ts';
import type { Staged } from './staging-store.ts';

/**
 * Gives each line its id, in the table `fresh`: of equal lines of a statement, by their number. In a file that repeats
 * no line of another, the balances or the file itself distinguish equal movements.
 */
export async function identify(tx: Tx, statements: readonly Staged[], sha256: string): Promise<void> {
  const single = statements.filter(({ files }) => files === 'incremental').map(({ place }) => place);
  const own = tx`case when place = any (${single}::integer[]) then coalesce(balance::text, ${sha256}) end`;
  // Few lines are equal to others, so that most need no number.
  await tx`
    create temporary table numbered on commit drop as
    select ctid as row, row_number() over (partition by base, place, status, ${own} order by at, ctid) as number
    from told where base in (select base from told group by base having count(*) > 1)`;
  await tx`
    create temporary table fresh on commit drop as
    select told.*, ${like(tx, 'base', tx`concat_ws(' ', base, ${own}, coalesce(number, 1))`)} as id
    from told left join numbered on numbered.row = told.ctid`;
  await tx`create index on fresh (id)`;
  await tx`analyze fresh`;
  // A bank can still show a movement as pending after booking it.
  await tx`
    delete from fresh where status = 'pending' and (
      exists (select from fresh booked where booked.id = fresh.id and booked.status = 'booked')
      or exists (select from statement_lines line where line.id = fresh.id and line.status <> 'pending'))`;
}

/** Creates an id from a text that sorts near another in an index. */
const like = (tx: Tx, id: string, text: ReturnType<Tx>) =>
  tx`(left(${tx(id)}::text, 8) || right(md5(${text}), 24))::uuid`;

/** Makes all lines of the file distinct from the lines of other files, whatever id their bank gives them. */
export async function identifyApart(tx: Tx, sha256: string): Promise<void> {
  await tx`drop table met`;
  await tx`update fresh set id = ${like(tx, 'id', tx`id::text || ${sha256}`)}`;
}

/**
 * Returns the balances of an account, in cents, at which a file of known lines can begin: before its first day, before
 * that day's lines in the file, and before the first line in it.
 */
export async function balancesBefore(tx: Tx, account: string, day: string | null): Promise<Cents[]> {
  const row = await onlyRow(tx<{ day: Cents; rest: Cents; line: Cents }[]>`
    with own as (
      select line.booked_on, line.place, line.amount_cents, met.told_id is not null as is_told
      from statement_lines line left join met on met.line_id = line.id
      where bank_account = ${account} and booked_on <= coalesce(${day}::date, 'infinity') and status <> 'pending'
        and 'final' = any (kinds)
    ), begun as (select booked_on, place from own where is_told order by 1, 2 limit 1)
    select coalesce(sum(amount_cents) filter (where booked_on < coalesce(${day}::date, 'infinity')), 0)::bigint as day,
      coalesce(sum(amount_cents) filter (where not is_told), 0)::bigint as rest,
      coalesce(sum(amount_cents) filter (where (booked_on, place) < (select booked_on, place from begun)), 0)::bigint as line
    from own`);
  return [row.day, row.rest, row.line];
}

/** The unknown lines of a file, each once; and the known ones that it repeats. */
export interface Compared {
  known: number;
  /** The sum of the new lines and of those that only now become final, in cents. */
  newSum: Cents;
  added: number;
}

/**
 * Finds the known lines among the file's lines of a kind: by id or, if another kind of statement showed it in other
 * words, by day, amount and reference.
 */
export async function compare(tx: Tx, account: string, kind: ReportedStatement['kind']): Promise<Compared> {
  await tx`
    create temporary table met on commit drop as
    with unknown as (
      select fresh.id, fresh.booked_on, fresh.amount_cents, coalesce(fresh.refs[1], fresh.reference) as name,
        row_number() over (partition by fresh.booked_on, fresh.amount_cents, coalesce(fresh.refs[1], fresh.reference)
          order by fresh.at) as number
      from fresh where status = 'booked' and not exists (select from statement_lines where id = fresh.id)
    ), other as (
      select line.id, line.booked_on, line.amount_cents, coalesce(line.refs[1], line.reference) as name,
        row_number() over (partition by line.booked_on, line.amount_cents, coalesce(line.refs[1], line.reference)
          order by line.place) as number
      from statement_lines line
      where line.bank_account = ${account} and line.status <> 'pending' and not line.kinds @> array[${kind}]
        and line.booked_on between (select min(booked_on) from fresh) and (select max(booked_on) from fresh)
        and not exists (select from fresh where fresh.id = line.id)
    )
    select fresh.id as told_id, line.id as line_id
    from fresh join statement_lines line on line.id = fresh.id and line.status <> 'pending'
    where fresh.status = 'booked'
    union all
    select unknown.id, other.id
    from unknown join other using (booked_on, amount_cents, name, number)`;
  await tx`create index on met (told_id)`;
  await tx`analyze met`;
  const row = await onlyRow(tx<Compared[]>`
    select count(met.told_id)::integer as known, count(*) filter (where met.told_id is null)::integer as added,
      coalesce(sum(fresh.amount_cents) filter (where met.told_id is null or not line.kinds @> array['final']), 0)::bigint
        as new_sum
    from fresh left join met on met.told_id = fresh.id left join statement_lines line on line.id = met.line_id
    where fresh.status = 'booked'`);
  return row;
}

/**
 * Adds the new lines, records which kind showed the known ones, and shows pending movements. Lines that match nothing
 * known are booked at once; the others wait to be booked.
 */
export async function addLines(
  work: Work,
  account: string,
  kind: ReportedStatement['kind'],
  statements: readonly { id: string; place: number }[],
): Promise<number> {
  const { tx } = work;
  await tx`
    update statement_lines line set kinds = line.kinds || ${kind}::text,
      status = case when line.status = 'dropped' then 'booked' else line.status end
    from met where line.id = met.line_id and not line.kinds @> array[${kind}]`;
  // A pending movement is booked by now, is shown again, or did not arrive.
  await tx`
    delete from statement_lines line where bank_account = ${account} and status = 'pending' and (
      booked_on <= (select max(booked_on) from fresh) or exists (select from fresh where fresh.id = line.id))`;
  // Money without a known reference waits for a user at once, however many lines there are.
  await tx`
    create temporary table arriving on commit drop as
    select fresh.id, fresh.amount_cents, fresh.text, fresh.booked_on from fresh
    where fresh.status = 'booked' and ${isPlain(tx)} and amount_cents > 0 and payer_sealed is null
      and not exists (select from met where met.told_id = fresh.id)
    order by fresh.id`;
  // Found before any line is added: otherwise each line would read the next statement's additions again.
  await tx`
    create temporary table taking_back on commit drop as
    select fresh.id from fresh
    join statement_lines told on told.bank_account = ${account} and told.meaning = 'deposit'
      and md5(told.text) = md5(fresh.text) and told.text = fresh.text and told.amount_cents = -fresh.amount_cents
    where fresh.status = 'booked' and ${isPlain(tx)} and fresh.amount_cents < 0
    union
    select fresh.id from fresh
    join fresh told on told.text = fresh.text and told.amount_cents = -fresh.amount_cents
    where fresh.status = 'booked' and ${isPlain(tx)} and fresh.amount_cents < 0`;
  await tx`analyze arriving`;
  await tx`analyze taking_back`;
  const added = await tx`
    insert into statement_lines (id, bank_account, booked_on, value_on, amount_cents, text, reference, is_reversal, hint,
      refs, payer_sealed, status, meaning, object_id, kinds, statement_id)
    select fresh.id, ${account}, fresh.booked_on, value_on, fresh.amount_cents, fresh.text, reference, is_reversal, hint,
      refs, payer_sealed,
      case
        when fresh.status = 'pending' then 'pending'
        when arriving.id is not null then 'booked'
        when ${isPlain(tx)} and fresh.amount_cents < 0 and taking_back.id is null then 'open'
        else 'new' end,
      case when arriving.id is not null then 'deposit' end, arriving.id, array[${kind}]::text[], made.id
    from fresh
    left join arriving on arriving.id = fresh.id
    left join taking_back on taking_back.id = fresh.id
    join unnest(${statements.map(({ id }) => id)}::uuid[], ${statements.map(({ place }) => place)}::integer[])
      as made (id, place) on made.place = fresh.place
    where not exists (select from met where met.told_id = fresh.id)
    order by fresh.booked_on, at`;
  await suspendRows(work, 'arriving', account);
  return added.count;
}

/** True for lines without any sign of their nature. */
const isPlain = (tx: Tx) => tx`fresh.refs = '{}' and not fresh.is_reversal and fresh.hint is null`;

/** Marks lines of an earlier statement that a final one of the same days does not show. */
export async function dropUntold(tx: Tx, account: string, from: string, to: string): Promise<void> {
  const unreported = tx`
    bank_account = ${account} and booked_on between ${from} and ${to} and not ('final' = any (kinds))`;
  await tx`update statement_lines set status = 'dropped' where ${unreported} and status = 'booked'`;
  await tx`delete from statement_lines where ${unreported} and status in ('open', 'new')`;
}

/** Returns the first line that is dated after a day, in the file. */
export const findLater = (tx: Tx, day: string) =>
  firstValue(tx<{ at: number }[]>`
    select at from fresh where status = 'booked' and booked_on > ${day} order by at limit 1`);

/** Describes by how much a balance differs from the one before. */
export const notFollowing = (opening: Cents, closing: Cents): string =>
  `it begins with a balance of ${formatDecimal(opening)}, and the statements before it end with ${formatDecimal(closing)}`;
