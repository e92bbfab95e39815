// tefo check: proves that the books, the states and the bank's statement hold together.
import { checkEverything } from '../checks.ts';
import { type Command, print, readArgs, withContext } from './command.ts';

export const checkCommand: Command = {
  usage: 'check',
  about: 'Prove the ledger and its chain, every state and the bank’s statement; lists what does not hold.',
  run: async (args) => {
    const { values } = readArgs(args, []);
    const findings = await withContext(({ db }, config) => checkEverything(db, config));
    print(values.json, { ok: findings.length === 0, findings }, () =>
      findings.length === 0
        ? [
            'Every journal balances and is as it was linked, all money is booked once, every state was reached by a legal path.',
          ]
        : findings.map((finding) => `${finding.rule}  ${finding.object}  ${finding.detail}`),
    );
    return findings.length === 0 ? 0 : 1;
  },
};
