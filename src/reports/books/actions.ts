// The ledger as users view it: balances at the end of a day, and the journals of a period by account.
import { stringify } from 'csv/sync';
import type { AnyContext } from '../../core/context.ts';
import type { AccountKind } from '../../core/ledger/actions.ts';
import { listBalances } from '../../core/ledger/reading-store.ts';
import { only, type Viewer } from '../../core/viewer.ts';
import { localTime } from '../../kernel/calendar.ts';
import { plus } from '../../kernel/clock.ts';
import type { Sql } from '../../kernel/db/db.ts';
import type { PageRequest } from '../../kernel/http/paging.ts';
import { type Cents, formatDecimal } from '../../kernel/money.ts';
import { grouped, plainRand, writing } from '../lists/csv.ts';
import { type BookedJournal, type JournalFilter, pageJournals } from './store.ts';

export {
  type BookedJournal,
  type JournalFilter,
  type JournalTotal,
  pageJournals,
  readTotal,
} from './store.ts';

/** The sum of the accounts of a kind. Debits are positive, credits negative, in cents. */
export interface Balance {
  kind: AccountKind;
  cents: Cents;
}

/** Returns the balances of the accounts that a viewer sees, before an instant, by kind. */
export async function readBalances(
  ctx: AnyContext,
  { viewer, merchantId, siteId = null, to }: BalanceFilter,
): Promise<Balance[]> {
  const sums = new Map<AccountKind, Cents>();
  const at = plus(to, -1);
  const whose = merchantId === undefined ? viewer : only(merchantId);
  for (const { kind, balance } of await listBalances(ctx, whose, { at, siteId }))
    sums.set(kind, (sums.get(kind) ?? 0n) + balance);
  return [...sums].map(([kind, cents]) => ({ kind, cents }));
}

interface BalanceFilter {
  viewer: Viewer;
  /** One of the viewer's. */
  merchantId?: string | undefined;
  siteId?: string | null | undefined;
  to: Date;
}

const rowsAtOnce = 2_000;
const heading = 'id,booked,bookedUtc,account,posting,debit,credit,object,objectId,reference\n';

/** Yields journals as CSV, some thousand journals at a time, and at its end their number and sums. */
export async function* exportDayBook(db: Sql, filter: JournalFilter): AsyncGenerator<string, void, void> {
  let request: PageRequest = { limit: rowsAtOnce, offset: 0 };
  let head = heading;
  let count = 0;
  let cents = 0n;
  for (;;) {
    const { rows, hasMore } = await pageJournals(db, filter, request);
    count += rows.length;
    cents = rows.reduce((sum, { amountCents }) => sum + amountCents, cents);
    yield head + stringify(rows.map(toCells), writing);
    head = '';
    const last = rows.at(-1);
    if (!hasMore || !last) break;
    request = { ...request, place: { createdAt: last.createdAt, id: last.id, direction: 'after' } };
  }
  yield `# ${grouped(count)} ${count === 1 ? 'row' : 'rows'}, ${plainRand(cents)} debits less credits\n`;
}

function toCells({
  id,
  createdAt,
  account,
  template,
  amountCents,
  object,
  thingId,
  reference,
}: BookedJournal): string[] {
  const [debit, credit] = amountCents > 0n ? [amountCents, null] : [null, -amountCents];
  const decimal = (cents: bigint | null) => (cents === null ? '' : formatDecimal(cents));
  const times = [localTime(createdAt), createdAt.toISOString()];
  return [
    id,
    ...times,
    account ?? '',
    template,
    decimal(debit),
    decimal(credit),
    object,
    thingId,
    reference ?? '',
  ];
}
