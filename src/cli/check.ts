// tefo check: proves that the books and the states hold together.
import { checkLedger } from '../core/ledger/check.ts';
import { checkTransactions } from '../core/transactions/check.ts';
import { type Command, print, readArgs, withContext } from './command.ts';

export const checkCommand: Command = {
  usage: 'check',
  about: 'Prove the ledger and every state; lists what does not hold.',
  run: async (args) => {
    const { values } = readArgs(args, []);
    const findings = await withContext(async ({ db }) => [
      ...(await checkLedger(db)),
      ...(await checkTransactions(db)),
    ]);
    print(values.json, { ok: findings.length === 0, findings }, () =>
      findings.length === 0
        ? 'Every journal balances, every payment is booked once, every state was reached by a legal path.'
        : findings.map((finding) => `${finding.rule}  ${finding.object}  ${finding.detail}`).join('\n'),
    );
    return findings.length === 0 ? 0 : 1;
  },
};
