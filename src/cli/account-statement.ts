// tefo account-statement: what moved a merchant's balance in a period, equal to the ledger.
import { findMerchantByCode, findSiteByCode } from '../core/merchants/actions.ts';
import { only } from '../core/viewer.ts';
import { formatRand } from '../kernel/money.ts';
import { figureNames, figureWords } from '../reports/account-statement/figures.ts';
import { readPeriod } from '../reports/account-statement/period.ts';
import { readStatement, statementRecord } from '../reports/account-statement/statement.ts';
import { UsageError } from './command.ts';
import { onDatabase } from './context.ts';
import { print, table } from './output.ts';

export const accountStatement = onDatabase(async ({ db, clock }, { values }) => {
  const { period, wrong } = readPeriod({ from: String(values.from), to: String(values.to) }, clock.now());
  if (wrong) throw new UsageError(`--${wrong.field}: ${wrong.message}`);
  const merchant = await findMerchantByCode(db, String(values.merchant));
  if (!merchant) throw new Error(`no merchant with code ${values.merchant}`);
  const site = values.site === undefined ? undefined : await findSiteByCode(db, String(values.site));
  if (values.site !== undefined && site?.merchantId !== merchant.id)
    throw new Error(`the merchant has no site ${values.site}`);
  const statement = await readStatement(db, {
    viewer: only(merchant.id),
    siteId: site?.id,
    from: period.from,
    to: period.to,
  });
  print(values.json, statementRecord(statement), () =>
    table(figureNames.map((name) => [figureWords[name].label, formatRand(statement[name].cents)])),
  );
});
