// Compares the simulated bank's statement with the books, to the cent: each of its movements is booked in bank
// clearing, and nothing else is. A movement that the bank has not reported yet is in progress, not wrong, so the check
// is exact at any time.
// all merchants: a check compares the whole database with itself.
import { type Finding, findingsPerRule } from '../../core/findings.ts';
import { simulatorAccount } from '../../core/rails.ts';
import { paidStates } from '../../core/transactions/state.ts';
import { type Db, inTransaction, type Sql, type Tx } from '../../kernel/db/db.ts';
import { outsideTransaction } from '../../kernel/db/open-transaction.ts';
import { execute } from '../../kernel/db/rows.ts';

type Fragment = ReturnType<Sql>;
type Difference = { object: string; detail: string };

const rule = 'bank-clearing-is-the-statement';

/**
 * Returns the differences between bank and books. Only for the simulated bank. `bank` is its database, if it has its
 * own.
 */
export async function checkStatement(db: Db, bank: Db = db): Promise<Finding[]> {
  const found = bank === db ? await differences(db, statementOf(db)) : await compare(db as Sql, bank);
  return found.map((difference) => ({ rule, ...difference }));
}

/**
 * Two databases cannot be read at one moment. A movement between the two reads looks different the next time, so only a
 * constant difference is wrong.
 */
async function compare(db: Sql, bank: Db): Promise<Difference[]> {
  let found = await look(db, bank);
  for (let looks = 1; looks < 3 && found.length > 0; looks += 1) {
    found = await look(
      db,
      bank,
      found.map(({ object }) => object),
    );
  }
  return found;
}

const linesAtATime = 5_000;

/** Copies the bank's side next to the books, for some objects or for all, and compares. */
function look(db: Sql, bank: Db, ids?: string[]): Promise<Difference[]> {
  return inTransaction(db, async (tx) => {
    await tx`create temporary table at_bank (id uuid, cents bigint, lines bigint, is_to_be_told boolean) on commit drop`;
    // The bank is another server: its pool cannot wait for the connection that this transaction holds.
    const pages = outsideTransaction(() =>
      bank<Moved[]>`${statementOf(bank, ids)}`.cursor(linesAtATime)[Symbol.asyncIterator](),
    );
    for (;;) {
      const { value: page, done } = await outsideTransaction(() => pages.next());
      if (done) break;
      await copyPage(tx, page);
    }
    await tx`analyze at_bank`;
    return differences(tx, tx`select * from at_bank`, ids);
  });
}

interface Moved {
  id: string;
  cents: bigint;
  lines: bigint;
  isToBeTold: boolean;
}

const copyPage = (tx: Tx, page: Moved[]) =>
  execute(tx`
    insert into at_bank
    select id, cents, lines, told = 1 from unnest(
      ${page.map(({ id }) => id)}::uuid[], ${page.map(({ cents }) => String(cents))}::bigint[],
      ${page.map(({ lines }) => String(lines))}::bigint[],
      ${page.map(({ isToBeTold }) => (isToBeTold ? 1 : 0))}::integer[]
    ) as moved (id, cents, lines, told)`);

/** Selects the bank's statement of each object that moved the service's money. */
function statementOf(bank: Db, ids?: string[]): Fragment {
  return bank`
    select coalesce(line.order_id, line.transfer_id, line.deposit_id) as id, sum(line.amount_cents)::bigint as cents,
      count(*) as lines, coalesce(line.order_id, line.transfer_id, line.deposit_id) in (
        select coalesce(order_id, transfer_id, deposit_id) from bank.callbacks where delivered_at is null
      ) as is_to_be_told
    from bank.statement_lines line
    join bank.accounts account on account.number = line.account and account.kind in ('collection', 'operating')
    ${
      ids
        ? bank`where line.order_id = any (${ids}::uuid[]) or line.transfer_id = any (${ids}::uuid[])
            or line.deposit_id = any (${ids}::uuid[])`
        : bank``
    }
    group by 1`;
}

const differences = (db: Db, atBank: Fragment, ids?: string[]) => db<Difference[]>`
    with at_bank as (${atBank}), booked as (
      -- Refunds and payouts have one transfer each; a settlement is booked for the transfer that pays it. A deposit's
      -- payment counts with the deposit, and so does money that left suspense for it.
      select coalesce(transfer.id, part.deposit_id, paying.deposit_id, journal.object_id) as id,
        sum(entry.amount_cents) as cents, count(*) as lines
      from ledger_accounts account
      join ledger_entries entry on entry.account_id = account.id
      join ledger_journals journal on journal.id = entry.journal_id
      left join transfers transfer on transfer.object_id = journal.object_id and transfer.purpose = journal.object
      left join deposit_parts part on part.id = journal.object_id and part.purpose <> 'return'
      left join deposit_parts paying on paying.transaction_id = journal.object_id
      where account.kind = 'bank_clearing' and account.bank_account = ${simulatorAccount}
      group by 1
    ), under_way as (
      select id from transfers where state in ('sent', 'paid') and due_at is not null
      union select id from transactions where enquire_at is not null and state <> all (${[...paidStates]})
      union select id from at_bank where is_to_be_told
    )
    select coalesce(at_bank.id, booked.id) as object,
      format('%s cents on the statement, %s cents booked', coalesce(at_bank.cents, 0), coalesce(booked.cents, 0))
        as detail
    from at_bank full join booked on booked.id = at_bank.id
    where coalesce(at_bank.cents, 0) <> coalesce(booked.cents, 0)
      and not (coalesce(at_bank.lines, 0) > coalesce(booked.lines, 0)
        and coalesce(at_bank.id, booked.id) in (select id from under_way))
      ${ids ? db`and coalesce(at_bank.id, booked.id) = any (${ids}::uuid[])` : db``}
    limit ${findingsPerRule}`;
