// tefo check: proves that the books, the states and the bank's statement hold together.
import { checkEverything } from '../checks.ts';
import { type Command, print, readArgs, withBank, withContext } from './command.ts';

export const checkCommand: Command = {
  usage: 'check [--head FILE|URL|POSITION:HASH]',
  about: 'Prove the ledger and its chain, every state and the bank’s statement; lists what does not hold.',
  more: 'A head that was noted outside of the database must still be in the ledger: by itself the database cannot know what it has lost. Without --head it is looked for where TEFO_LEDGER_HEAD says.',
  run: async (args) => {
    const { values } = readArgs(args, [], { head: { type: 'string' } });
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
  },
};
