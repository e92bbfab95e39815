// An operator's commands.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

export const operation: Group = {
  title: 'Operation',
  commands: {
    check: {
      options: { '--head <FILE|URL|POSITION:HASH>': 'a noted head that must still be in the ledger' },
      about:
        'Prove the ledger and its chain, every state, the bank’s statement and the audit log; lists what does not hold.',
      more: 'A head that was noted outside of the database must still be in the ledger: by itself the database cannot know what it has lost. Without --head it is looked for where TEFO_LEDGER_HEAD says.',
      load: async () => (await import('../check.ts')).checkCommand,
    },
    'ledger head': {
      options: { '--public-key': 'the key that verifies noted heads, as PEM' },
      about:
        'The end of the ledger’s chain, as POSITION:HASH: note it where nobody who changes the database can.',
      more: 'With --public-key it prints the key, as PEM, with which heads that the service notes by itself (TEFO_LEDGER_HEAD) are verified.',
      load: async () => (await import('../ledger.ts')).ledgerHeadCommand,
    },
    'ledger verify': {
      options: { '--head <POSITION:HASH|FILE|URL>': 'a head that was noted before' },
      about: 'Recompute the ledger’s chain, and name every journal that was changed since it was linked.',
      more: 'With a head that was noted before, also what only looks right by itself is found: a chain that was made anew, or cut short.',
      load: async () => (await import('../ledger.ts')).ledgerVerify,
    },
    'keys list': {
      about:
        'The master keys that this database knows: which one seals, which were retired, and how much each has sealed.',
      more: 'It counts everything that is sealed, which takes a while where there is much.',
      load: async () => (await import('../keys.ts')).keysList,
    },
    'keys reseal': {
      about:
        'Seal everything under the current master key that is still sealed under a retired one, beside the running service.',
      more: 'It goes on where it was stopped. When it has ended, the retired keys may be taken out of TEFO_MASTER_KEYS, an hour after they were retired at the earliest: until then tokens that they signed are good.',
      load: async () => (await import('../keys.ts')).keysReseal,
    },
    'retention run': {
      about: 'Move events, deliveries and evidence that are too old to files.',
      more: 'As TEFO_EVENT_DAYS, TEFO_DELIVERY_DAYS and TEFO_EVIDENCE_DAYS say, to TEFO_ARCHIVE_DIR; the service does it daily. It may run beside the service, and goes on where it was stopped.',
      load: async () => (await import('../retention.ts')).retentionRun,
    },
    'restore begin': {
      options: {
        '--at <TIME>': 'the instant that the database was put back to',
        '--head <FILE|URL>': 'the noted head that the ledger has lost',
        ...byOption,
      },
      about:
        'Hold all money out after a restore or a failover, and ask the bank what it was ordered since then.',
      more: 'TIME is the instant that the database was put back to (2026-11-20T08:00:00Z); where it is left out, that of the newest journal. The noted head that the ledger has lost is taken from --head, or from where TEFO_LEDGER_HEAD says. Payments are taken meanwhile.',
      load: async () => (await import('../restore.ts')).restoreBegin,
    },
    'restore status': {
      about: 'How the restore stands: what the bank was asked, and which of its orders these books lack.',
      load: async () => (await import('../restore.ts')).restoreStatusCommand,
    },
    'restore release': {
      options: {
        '--accept <ID,ID...>': 'answer for orders that only the bank has',
        '--statement <ACCOUNT,ACCOUNT...>': 'answer for accounts whose bank cannot list its orders',
        '--force': 'release with something still open',
        ...byOption,
      },
      about: 'Let money leave again, once the bank was asked about all of it and its orders are explained.',
      more: '--accept answers for orders that only the bank has: somebody knows what they are. --statement answers for accounts whose bank takes files and cannot list its orders: somebody has read the account’s statement. --force releases with something still open, and says so for ever.',
      load: async () => (await import('../restore.ts')).restoreRelease,
    },
    'person export': {
      args: '<VALUE>',
      options: byOption,
      about: 'Everything that is kept of a person, by kind, with what was sealed.',
      more: 'VALUE is an e-mail address, a cell number (however it is written), an identity number or an account number. With what stands beside it: the payment that it was sent with, and all that became of that. The tables are read page by page, beside the running service, so it takes as long as reading the database once.',
      load: async () => (await import('../person.ts')).personExport,
    },
    'person erase': {
      args: '<VALUE>',
      options: byOption,
      about:
        'Erase a person: names, addresses and account numbers go, amounts, references and the books stay.',
      more: 'VALUE is as in `tefo person export`. What is in flight, such as a payment that may still be paid, is left whole and listed: call it again when that is over. It may be stopped at any time, and goes on when it is called again. The audit log notes it, without the value. It cannot be undone.',
      load: async () => (await import('../person.ts')).personErase,
    },
    migrate: {
      options: { '--estimate': 'only say what each would lock, and about how long it takes' },
      about: 'Apply the migrations that the database lacks.',
      more: 'With --estimate nothing is changed: the strongest lock on a table that there is, and the rows of the tables that are gone through, by PostgreSQL’s own estimate. Tables that were never analyzed count as empty.',
      load: async () => (await import('../migrate.ts')).migrateCommand,
    },
    completion: {
      args: '<SHELL>',
      about: 'Print a script that lets your shell complete tefo’s commands, options and values.',
      more: 'bash: `source <(tefo completion bash)` in ~/.bashrc. zsh: `tefo completion zsh > ~/.zfunc/_tefo`, a folder of your fpath. fish: `tefo completion fish > ~/.config/fish/completions/tefo.fish`. Where tefo is run by npx, say `alias tefo="npx tefo"`.',
      choices: async () => ({ SHELL: (await import('../completion.ts')).shells }),
      load: async () => (await import('../completion.ts')).completionCommand,
    },
  },
};
