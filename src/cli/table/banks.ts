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
        '--number <N>': 'the account number',
        '--branch <B>': 'six digits',
        '--holder <TEXT>': 'the account holder, as the bank has it',
      },
      options: {
        '--rail <RAIL>': 'files, investec, or a module (default: files)',
        '--merchant <CODE>':
          'the merchant whose payments it receives (default: the operator’s, for all merchants without an account)',
        '--statement <PROFILE>': 'the format of its statements: a profile or a YAML file (default: auto)',
        '--payments <PROFILE>': 'the format of its payment files (default: no payments)',
        '--opening <AMOUNT>': 'the balance before its first statement (default: from the statement)',
        '--cutoff <HH:MM>': 'the cut-off of its payment files (default: 16:00)',
        '--limit <AMOUNT>': 'the maximum total of one file',
        '--releases <N>': 'the number of people who must release a file: 0, 1 or 2 (default: 0)',
        '--cost <AMOUNT>': 'the cost of one payment; the cheapest account pays (default: 0)',
        '--customer <TEXT>': 'the bank’s id of the user that sends files',
        '--sftp <URL>': 'the bank’s server, like sftp://user@sftp.bank.example:5022',
        '--sftp-key <FILE>': 'our private key for that server; it is stored encrypted',
        '--sftp-host-key <SHA256:...>': 'the fingerprint of the server’s host key, as published by the bank',
        '--sftp-take <FOLDER>': 'the folder to read from (default: out)',
        '--sftp-give <FOLDER>': 'the folder to write to (default: in)',
        '--settings <FILE>': 'further settings of its rail, as JSON; they are stored encrypted',
      },
      about: 'Add a bank account for incoming and outgoing payments.',
      load: async () => (await import('../banks.ts')).bankAdd,
    },
    'bank list': {
      about: 'List the bank accounts, with their ledger balances and open statement lines.',
      load: async () => (await import('../banks.ts')).bankList,
    },
    'bank show': {
      args: '<ID>',
      about: 'Show one bank account.',
      load: async () => (await import('../banks.ts')).bankShow,
    },
    'bank remove': {
      args: '<ID>',
      about: 'Stop using a bank account for new payments. Ledger entries stay.',
      load: async () => (await import('../banks.ts')).bankRemove,
    },
    'rail check': {
      args: '<MODULE>',
      about: 'Test a rail against a misbehaving bank, and report which rules it keeps.',
      more: 'MODULE is simulator, files, investec, a package or a path. No running service is needed. See docs/guides/rails.md for how to write a rail, and for the rules.',
      load: async () => (await import('../rail-check.ts')).railCheck,
    },
    'statement import': {
      args: '<FILE>',
      options: {
        '--account <ID>': 'import only this account’s statements (default: each statement into its account)',
        '--profile <PROFILE>': 'the format of the file (default: the account’s)',
        ...byOption,
      },
      about:
        'Import bank statements and post their lines. Each account’s statement is imported once, completely or not at all.',
      load: async () => (await import('../statements.ts')).statementImport,
    },
    'statement lines': {
      required: account,
      options: { '--open': 'only lines that need a decision' },
      about: 'List the lines of an account’s statements, with their postings.',
      load: async () => (await import('../statements.ts')).statementLines,
    },
    'statement explain': {
      args: '<LINE> <AS> [OBJECT]',
      options: { '--note <TEXT>': 'the reason', ...byOption },
      about:
        'Match or categorise an open statement line: deposit, payment, return, reversal, supplier, salary, tax, own (own transfer), charge, interest, loan, other, or a category that the account’s owner has added.',
      load: async () => (await import('../statements.ts')).statementExplain,
    },
    'statement undo': {
      args: '<LINE>',
      options: { '--note <TEXT>': 'the reason', ...byOption },
      about:
        'Undo the category of a statement line, or the match of its deposit. The ledger keeps the posting and its reversal.',
      load: async () => (await import('../statements.ts')).statementUndo,
    },
    'payments export': {
      required: account,
      options: {
        ...byOption,
        '--message <ID>': 'export this file again',
        '--out <FOLDER>': 'copy the files to this folder',
      },
      about: 'Close an account’s payment files now, and export those that were not exported before.',
      load: async () => (await import('../payments.ts')).paymentsExport,
    },
    'payments list': {
      required: account,
      about: 'List the payment files of an account.',
      load: async () => (await import('../payments.ts')).paymentsList,
    },
    'payments release': {
      args: '<MESSAGE>',
      options: byOption,
      about: 'Release a payment file for sending. The person who exported the file cannot release it.',
      load: async () => (await import('../payments.ts')).paymentsRelease,
    },
    'payments answer': {
      args: '<FILE>',
      required: account,
      about: 'Import a bank’s response to a payment file (pain.002).',
      load: async () => (await import('../payments.ts')).paymentsAnswer,
    },
    reconcile: {
      options: {
        '--account <ID>': 'one account (default: all)',
        '--day <D>': 'as at the end of this day (default: today)',
      },
      about:
        'Compare the ledger with the bank statements, and list the rows that differ. Exits with 1 on a difference.',
      load: async () => (await import('../statements.ts')).reconcileBanks,
    },
  },
};
