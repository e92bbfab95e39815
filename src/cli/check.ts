// tefo check: verifies that the ledger, the states and the bank's statement agree.

import { paint } from '../kernel/process/terminal.ts';
import { checkEverything } from '../reports/checks/all.ts';
import { noteCheck } from '../reports/checks/last.ts';
import type { Work } from './command.ts';
import { withBank, withContext } from './context.ts';
import { print, table } from './output.ts';
import { withProgress } from './progress.ts';

export const checkCommand: Work = async ({ values }) => {
  const progress = { what: 'checks', done: 0, of: 0 };
  const onProgress = (done: number, of: number) =>
    Object.assign(progress, { what: `${done} of ${of} checks`, done, of });
  const findings = await withContext(async (ctx, config) => {
    const where = String(values.head ?? config.ledgerHead);
    const head = where === '' ? undefined : { keyring: ctx.keyring, where };
    const found = await withProgress(
      values.json === true,
      () => progress,
      () => withBank(ctx, config, (bank) => checkEverything(ctx.db, config, { bank, head, onProgress })),
    );
    await noteCheck(ctx.db, { at: ctx.clock.now(), findings: found.length });
    return found;
  });
  print(values.json, { ok: findings.length === 0, findings }, () =>
    findings.length === 0
      ? [
          'Every journal balances and matches the hash chain, all money is posted once, every state was reached by an allowed transition, and the audit log is unchanged.',
        ]
      : table(findings.map(({ rule, object, detail }) => [paint('bad', rule), object, detail])),
  );
  return findings.length === 0 ? 0 : 1;
};
