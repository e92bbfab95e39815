// Commands for operators.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

export const operation: Group = {
  title: 'Operations',
  commands: {
    check: {
      options: { '--head <FILE|URL|POSITION:HASH>': 'an exported head that the ledger must contain' },
      about:
        'Verify the ledger and its hash chain, every state, the bank’s statement and the audit log, and list violations.',
      more: 'The ledger must contain each head that was exported from the database: the database alone cannot detect that its newest rows are lost. Without --head the exported head is read from TEFO_LEDGER_HEAD.',
      load: async () => (await import('../check.ts')).checkCommand,
    },
    'ledger head': {
      options: { '--public-key': 'print the key that verifies exported heads, as PEM' },
      about:
        'Print the head of the ledger’s hash chain, as POSITION:HASH. Store it where no one with access to the database can change it.',
      more: 'With --public-key it prints the key, as PEM, that verifies the heads exported by the service (TEFO_LEDGER_HEAD).',
      load: async () => (await import('../ledger.ts')).ledgerHeadCommand,
    },
    'ledger verify': {
      options: { '--head <POSITION:HASH|FILE|URL>': 'a head that was exported before' },
      about: 'Recompute the ledger’s hash chain, and list every journal that was changed since.',
      more: 'With an exported head it also detects a chain that was rebuilt or truncated, which looks correct by itself.',
      load: async () => (await import('../ledger.ts')).ledgerVerify,
    },
    'keys list': {
      about:
        'List the master keys of this database: the current key, the retired keys, and the number of secrets under each.',
      more: 'It counts every encrypted value, which can take a while.',
      load: async () => (await import('../keys.ts')).keysList,
    },
    'keys reseal': {
      about: 'Re-encrypt all values of retired keys under the current master key, while the service runs.',
      more: 'It resumes where it was stopped. When it has finished, you can remove the retired keys from TEFO_MASTER_KEYS, at the earliest an hour after they were retired: tokens that they signed are valid until then.',
      load: async () => (await import('../keys.ts')).keysReseal,
    },
    'retention run': {
      about: 'Move old events, deliveries and evidence to files.',
      more: 'The limits are TEFO_EVENT_DAYS, TEFO_DELIVERY_DAYS and TEFO_EVIDENCE_DAYS, and the target is TEFO_ARCHIVE_DIR. The service does the same daily. The command can run while the service runs, and resumes where it was stopped.',
      load: async () => (await import('../retention.ts')).retentionRun,
    },
    'restore begin': {
      options: {
        '--at <TIME>': 'the instant to which the database was restored',
        '--head <FILE|URL>': 'the exported ledger head that the ledger no longer contains',
        ...byOption,
      },
      about:
        'Hold all outgoing payments after a restore or failover, and query the bank for the orders since then.',
      more: 'TIME is the instant to which the database was restored (2026-11-20T08:00:00Z). The default is the time of the newest journal. The exported ledger head that the ledger no longer contains is read from --head, or from TEFO_LEDGER_HEAD. Incoming payments continue.',
      load: async () => (await import('../restore.ts')).restoreBegin,
    },
    'restore status': {
      about:
        'Show the state of the restore: the queries to the bank, and the bank’s orders that this ledger lacks.',
      load: async () => (await import('../restore.ts')).restoreStatusCommand,
    },
    'restore release': {
      options: {
        '--accept <ID,ID...>': 'accept orders that only the bank has',
        '--statement <ACCOUNT,ACCOUNT...>': 'confirm accounts whose bank cannot list its orders',
        '--force': 'release although items are open',
        ...byOption,
      },
      about: 'Release outgoing payments, after all bank queries are done and all orders are explained.',
      more: '--accept confirms that an operator knows the orders that only the bank has. --statement confirms that an operator has read the statement of an account whose bank cannot list its orders. --force releases although items are open, and records that permanently.',
      load: async () => (await import('../restore.ts')).restoreRelease,
    },
    'person export': {
      args: '<VALUE>',
      options: byOption,
      about: 'Export all stored data about a person, by kind, including encrypted values.',
      more: 'VALUE is an e-mail address, a cell number (in any notation), an identity number or an account number. The export includes the payment in which the value was sent, and its later records. The tables are read page by page while the service runs, so it takes as long as reading the database once.',
      load: async () => (await import('../person.ts')).personExport,
    },
    'person erase': {
      args: '<VALUE>',
      options: byOption,
      about:
        'Erase a person’s data: names, addresses and account numbers are removed; amounts, references and the ledger stay.',
      more: 'VALUE is the same as for `tefo person export`. Objects in progress, such as a payment that can still be paid, are kept and listed: run the command again when they have ended. You can stop it at any time; the next run resumes. The audit log records the erasure without the value. It cannot be undone.',
      load: async () => (await import('../person.ts')).personErase,
    },
    'stream add': {
      args: '<NAME>',
      required: {
        '--to <ADDRESS>': 'its address: file:PATH, https://HOST/PATH, or sftp://USER@HOST/FOLDER',
        '--kind <KIND>': 'the rows: the audit log, or the events of all merchants',
      },
      options: {
        '--token-file <FILE>': 'a file with the bearer token for the HTTPS address',
        '--sftp-key <FILE>': 'the private key for the SFTP server, without a passphrase',
        '--sftp-host-key <FINGERPRINT>': 'the host key of the SFTP server, SHA256:…',
        ...byOption,
      },
      about:
        'Stream audit entries or events as lines of JSON (NDJSON) to another system, from the oldest on.',
      more: 'Lines arrive in order and at least once; "sequence" is the same when a line is sent again. The service sends them.',
      choices: async () => (await import('../streams.ts')).streamChoices,
      load: async () => (await import('../streams.ts')).streamAdd,
    },
    'stream list': {
      about: 'List streams with their position, the number of lines that are not sent, and the last error.',
      load: async () => (await import('../streams.ts')).streamList,
    },
    'stream remove': {
      args: '<NAME>',
      options: byOption,
      about: 'Remove a stream. Nothing more is sent, except a batch that is on its way.',
      load: async () => (await import('../streams.ts')).streamRemove,
    },
    migrate: {
      options: { '--estimate': 'only show the lock and the estimated duration of each migration' },
      about: 'Apply pending database migrations.',
      more: 'With --estimate nothing is changed. It shows the strongest lock on an existing table, and the number of rows that are read, as estimated by PostgreSQL. Tables that were never analyzed count as empty.',
      load: async () => (await import('../migrate.ts')).migrateCommand,
    },
    completion: {
      args: '<SHELL>',
      about: 'Print a script for completing tefo’s commands, options and values in your shell.',
      more: 'bash: `source <(tefo completion bash)` in ~/.bashrc. zsh: `tefo completion zsh > ~/.zfunc/_tefo`, a folder of your fpath. fish: `tefo completion fish > ~/.config/fish/completions/tefo.fish`. If you run tefo with npx, add `alias tefo="npx tefo"`.',
      choices: async () => ({ SHELL: (await import('../completion.ts')).shells }),
      load: async () => (await import('../completion.ts')).completionCommand,
    },
  },
};
