// Commands for bank accounts, their statements and payment files.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

const account = { '--account <ID>': 'the account’s short name' };

export const banks: Group = {
  title: 'Banks',
  commands: {
    'bank add': {
      args: '<ID>',
      required: {
        '--bank <BANK>': 'a bank’s id, or its name in small letters without spaces, such as fnb',
        '--number <N>': 'the account’s number',
        '--branch <B>': 'six digits',
        '--holder <TEXT>': 'whose account it is, as the bank has it',
      },
      options: {
        '--rail <RAIL>': 'files, investec, or a module (default: files)',
        '--merchant <CODE>': 'whose money it takes (default: the operator’s, for all without an own account)',
        '--statement <PROFILE>': 'how its statements are read: a profile or a YAML file (default: auto)',
        '--payments <PROFILE>': 'how its payment files are written (default: it pays nothing)',
        '--opening <AMOUNT>': 'the balance before its first statement (default: as that says)',
        '--cutoff <HH:MM>': 'when its payment files close (default: 16:00)',
        '--limit <AMOUNT>': 'the most that one file pays',
        '--releases <N>': 'how many people release a file before it leaves: 0, 1 or 2 (default: 0)',
        '--cost <AMOUNT>': 'what one payment costs: of several accounts the cheaper one pays (default: 0)',
        '--customer <TEXT>': 'the bank’s id of the user that sends files',
        '--sftp <URL>': 'the bank’s server, like sftp://user@sftp.bank.example:5022',
        '--sftp-key <FILE>': 'the private key that it knows us by; it is kept sealed',
        '--sftp-host-key <SHA256:...>': 'the fingerprint of the server’s own key, as the bank tells it',
        '--sftp-take <FOLDER>': 'the server’s folder that we read (default: out)',
        '--sftp-give <FOLDER>': 'the server’s folder that we write to (default: in)',
        '--settings <FILE>': 'what its rail needs beyond that, as JSON; it is kept sealed',
      },
      about: 'Add a bank account, through which payments come and go.',
      load: async () => (await import('../banks.ts')).bankAdd,
    },
    'bank list': {
      about: 'The bank accounts, each with its balance in the books and what waits for a person.',
      load: async () => (await import('../banks.ts')).bankList,
    },
    'bank show': {
      args: '<ID>',
      about: 'One bank account.',
      load: async () => (await import('../banks.ts')).bankShow,
    },
    'bank remove': {
      args: '<ID>',
      about: 'Let nothing new go through a bank account; what was booked stays.',
      load: async () => (await import('../banks.ts')).bankRemove,
    },
    'rail check': {
      args: '<MODULE>',
      about: 'Play a bad day at the bank against a rail, and say which rules it keeps.',
      more: 'MODULE is simulator, files, investec, a package or a path. No service needs to run. docs/guides/rails.md says how a rail is written, and what the rules are.',
      load: async () => (await import('../rail-check.ts')).railCheck,
    },
    'statement import': {
      args: '<FILE>',
      options: {
        '--account <ID>': 'take its statements only (default: each statement into its own account)',
        '--profile <PROFILE>': 'how to read it (default: the account’s)',
        ...byOption,
      },
      about:
        'Import a bank’s statements, and book their lines: each account’s once, as a whole or not at all.',
      load: async () => (await import('../statements.ts')).statementImport,
    },
    'statement lines': {
      required: account,
      options: { '--open': 'only those that wait for a person' },
      about: 'The lines of an account’s statements, each with what it was booked as.',
      load: async () => (await import('../statements.ts')).statementLines,
    },
    'statement explain': {
      args: '<LINE> <AS> [OBJECT]',
      options: { '--note <TEXT>': 'why', ...byOption },
      about:
        'Book an open line: as deposit, payment, return, charge, interest, own, or reversal of a deposit.',
      load: async () => (await import('../statements.ts')).statementExplain,
    },
    'payments export': {
      required: account,
      options: {
        ...byOption,
        '--message <ID>': 'that file again',
        '--out <FOLDER>': 'copy the files there',
      },
      about: 'Close an account’s payment files now, and hand out every one that was not handed out before.',
      load: async () => (await import('../payments.ts')).paymentsExport,
    },
    'payments list': {
      required: account,
      about: 'All payment files of an account.',
      load: async () => (await import('../payments.ts')).paymentsList,
    },
    'payments release': {
      args: '<MESSAGE>',
      options: byOption,
      about: 'Release a payment file, as somebody else than who exported it, so that it may leave.',
      load: async () => (await import('../payments.ts')).paymentsRelease,
    },
    'payments answer': {
      args: '<FILE>',
      required: account,
      about: 'Take a bank’s answer to a payment file (pain.002) in.',
      load: async () => (await import('../payments.ts')).paymentsAnswer,
    },
    reconcile: {
      options: { '--account <ID>': 'one account (default: all)', '--day <D>': 'at its end (default: today)' },
      about:
        'Hold the books against the statements, with the rows that make a difference; exit 1 where they differ.',
      load: async () => (await import('../statements.ts')).reconcileBanks,
    },
  },
};
