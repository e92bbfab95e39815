// The rail "files": any bank that gives statements and takes payment files. Deposits arrive on statements, which the
// core reads; orders are collected until the account's cut-off and leave in a file (core/payment-files).
import { findAccount, payInto } from '../../core/accounts/actions.ts';
import type { Context } from '../../core/context.ts';
import { enquireOrder, takeOrder } from '../../core/payment-files/orders.ts';
import { type At, BankUnavailable, type Rail } from '../../core/rails.ts';

export function createFilesRail(ctx: Context): Required<Pick<Rail, 'deposits' | 'transfers'>> {
  async function payHere({ account }: Pick<At, 'account'>) {
    const found = await findAccount(ctx.db, account);
    if (!found) throw new BankUnavailable(`There is no account ${account}.`);
    return payInto(ctx, found);
  }
  return {
    deposits: { details: payHere },
    transfers: {
      transfer: (order) => takeOrder(ctx, order),
      enquire: ({ id }) => enquireOrder(ctx, id),
      reportsByItself: true,
    },
  };
}
