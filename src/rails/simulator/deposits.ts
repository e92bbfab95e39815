// Deposits that are paid in: the money is on the statement at once, and the service is notified. With its SQL, which is
// one statement, so that the line and the callback cannot exist without the deposit.
import { type ArrivedDeposit, type DepositPayer, simulatorAccount } from '../../core/rails.ts';
import { newId } from '../../kernel/ids.ts';
import type { Cents } from '../../kernel/money.ts';
import { depositor, operatingAccount } from './accounts.ts';
import type { Books } from './orders.ts';
import { openOperatingAccount } from './transfer-store.ts';

export interface PaidIn {
  /** The payer's own text. */
  reference: string;
  /** Cents, more than zero. */
  amount: Cents;
  /** The merchant whose connection to the bank it uses; none if absent. */
  merchantId?: string | null;
  /** Whose account it comes from; the demo payer's where absent. */
  payer?: DepositPayer;
}

/** Takes a deposit: each call is another one. */
export async function takeDeposit(
  { db, clock }: Books,
  { reference, amount, merchantId = null, payer = depositor }: PaidIn,
): Promise<ArrivedDeposit> {
  const depositId = newId(clock);
  const receivedAt = clock.now();
  await db`
    with opened as (${openOperatingAccount(db, receivedAt)}),
    arrived as (
      insert into bank.deposits (id, merchant_id, reference, amount_cents, received_at, bank_id, branch_code, account_number,
        account_holder)
      values (${depositId}, ${merchantId}, ${reference}, ${amount}, ${receivedAt}, ${payer.bankId}, ${payer.branchCode},
        ${payer.accountNumber}, ${payer.holder})
      returning *
    ),
    booked as (
      insert into bank.statement_lines (account, deposit_id, amount_cents, reference, counterpart, booked_at)
      select ${operatingAccount.number}, id, amount_cents, reference, account_number, received_at from arrived
    )
    insert into bank.callbacks (deposit_id, merchant_id, outcome, created_at, due_at)
    select id, merchant_id, 'arrived', received_at, received_at from arrived`;
  return { account: simulatorAccount, id: depositId, amount, reference, receivedAt, bookedOn: null, payer };
}

/** A deposit as it is found again; `isTold`: the service has taken it. */
export interface FoundDeposit {
  depositId: string;
  /** Cents. */
  amount: Cents;
  isTold: boolean;
}

/** What was paid in with a reference, written exactly so, over a merchant's line to the bank; the first comes first. */
export async function depositsWith(
  { db }: Pick<Books, 'db'>,
  merchantId: string,
  reference: string,
): Promise<FoundDeposit[]> {
  return db<FoundDeposit[]>`
    select id as deposit_id, amount_cents as amount, not exists (
      select from bank.callbacks where deposit_id = deposits.id and delivered_at is null) as is_told
    from bank.deposits where merchant_id = ${merchantId} and reference = ${reference} order by received_at, id`;
}
