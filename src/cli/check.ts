// tefo check: proves that the books, the states and the bank's statement hold together.
import { checkEverything } from '../checks.ts';
import type { Work } from './command.ts';
import { withBank, withContext } from './context.ts';
import { print } from './output.ts';

export const checkCommand: Work = async ({ values }) => {
  const findings = await withContext((ctx, config) => {
    const where = String(values.head ?? config.ledgerHead);
    const head = where === '' ? undefined : { keyring: ctx.keyring, where };
    return withBank(ctx, config, (bank) => checkEverything(ctx.db, config, { bank, head }));
  });
  print(values.json, { ok: findings.length === 0, findings }, () =>
    findings.length === 0
      ? [
          'Every journal balances and is as it was linked, all money is booked once, every state was reached by a legal path.',
        ]
      : findings.map((finding) => `${finding.rule}  ${finding.object}  ${finding.detail}`),
  );
  return findings.length === 0 ? 0 : 1;
};
