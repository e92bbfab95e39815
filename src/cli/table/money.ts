// Commands for invoices and refunds, for payouts and deposits that need a decision, and for statements of a merchant's money.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

const decider = { '--note <TEXT>': 'the reason', ...byOption };

export const money: Group = {
  title: 'Invoices, refunds, statements, and payouts and deposits that need a decision',
  commands: {
    'invoice list': {
      options: {
        '--merchant <CODE>': 'the invoices of this merchant',
        '--month <YYYY-MM>': 'the invoices of this month',
      },
      about: 'List invoices and credit notes for fees, newest first.',
      load: async () => (await import('../invoices.ts')).invoiceList,
    },
    'invoice show': {
      args: '<NUMBER>',
      options: { '--pdf <FILE>': 'write it as PDF to this file' },
      about: 'Show an invoice or a credit note with its lines, or write it as PDF.',
      load: async () => (await import('../invoices.ts')).invoiceShow,
    },
    'invoice credit': {
      args: '<NUMBER>',
      options: {
        '--amount <AMOUNT>': 'the amount with VAT, such as 115.00 (default: all that is left of the line)',
        '--line <N>': 'the line of the invoice (default: 1)',
        '--reason <TEXT>': 'the reason, as printed on the credit note',
        '--site <CODE>': 'the site whose balance receives it (default: the merchant’s only site)',
        ...byOption,
      },
      about: 'Request a credit note for a part of an invoice. Another person approves it.',
      load: async () => (await import('../invoice-credits.ts')).invoiceCredit,
    },
    'invoice credits': {
      about: 'List credit notes that wait for approval, oldest first.',
      load: async () => (await import('../invoice-credits.ts')).invoiceCredits,
    },
    'invoice approve': {
      args: '<ID>',
      options: byOption,
      about: 'Approve a requested credit note as the second person. It is issued and booked at once.',
      load: async () => (await import('../invoice-credits.ts')).creditApprove,
    },
    'invoice decline': {
      args: '<ID>',
      options: decider,
      about: 'Decline a requested credit note as the second person.',
      load: async () => (await import('../invoice-credits.ts')).creditDecline,
    },
    'refund request': {
      args: '<TRANSACTION>',
      required: {
        '--amount <RAND>': 'the amount, such as 120.50',
        '--reason <TEXT>': 'the reason for another account',
        '--name <NAME>': 'the holder of the account',
        '--bank <BANK>': 'the bank: its id, or its name in one word, such as fnb',
        '--account <NUMBER>': 'the account number',
      },
      options: { '--branch <CODE>': 'the branch code (default: the universal one of the bank)', ...byOption },
      about: 'Request a refund to an account other than the payer’s.',
      more: 'A user of the console who did not request it must approve the refund.',
      load: async () => (await import('../refunds.ts')).refundRequest,
    },
    'payout approve': {
      args: '<ID>',
      options: byOption,
      about: 'Approve a payout as the second person. --by names the approver (default: the system’s user).',
      load: async () => (await import('../payouts.ts')).payoutApprove,
    },
    'payout decline': {
      args: '<ID>',
      options: decider,
      about: 'Decline a payout as the second person. It is cancelled, and its amount returns to the float.',
      more: 'The merchant reads the note in payoutStatus.errorMessage.',
      load: async () => (await import('../payouts.ts')).payoutDecline,
    },
    'deposit list': {
      options: {
        '--parked': 'deposits on hold',
        '--limit <N>': 'the maximum number (default: 50, at most 500)',
      },
      about: 'List unmatched deposits, oldest first, with suggested matches.',
      load: async () => (await import('../deposits.ts')).depositList,
    },
    'deposit allocate': {
      args: '<ID> <TO>',
      options: decider,
      about: 'Allocate a deposit to a reference, a payment id, or float:SITECODE.',
      load: async () => (await import('../deposits.ts')).depositAllocate,
    },
    'deposit split': {
      args: '<ID> <TO=AMOUNT> <TO=AMOUNT...>',
      options: decider,
      about: 'Split a deposit into parts. The parts must add up to the deposit.',
      load: async () => (await import('../deposits.ts')).depositSplit,
    },
    'deposit return': {
      args: '<ID>',
      options: decider,
      about: 'Return a deposit to the sender’s account.',
      load: async () => (await import('../deposits.ts')).depositReturn,
    },
    'deposit undo': {
      args: '<ID>',
      options: decider,
      about: 'Undo the match of a deposit: its payments are reversed, and it is unmatched again.',
      load: async () => (await import('../deposits.ts')).depositUndo,
    },
    'deposit payer': {
      args: '<ID> <ACCOUNT>',
      options: byOption,
      about:
        'Record the sender’s account of a deposit, if the bank did not report it: BANKID/ACCOUNT/BRANCH/HOLDER.',
      load: async () => (await import('../deposits.ts')).depositPayer,
    },
    'deposit park': {
      args: '<ID>',
      required: { '--note <TEXT>': 'the reason' },
      options: byOption,
      about: 'Put a deposit on hold in suspense, with a note.',
      load: async () => (await import('../deposits.ts')).depositPark,
    },
    'report add': {
      args: '<NAME>',
      required: {
        '--merchant <CODE>': 'the merchant’s code, as `merchant list` shows it',
        '--kind <KIND>': 'the rows',
        '--every <PERIOD>': 'the period: a day, a week from Monday, or a month',
        '--format <FORMAT>': 'the format of the file',
        '--to <ADDRESS>':
          'its address: mailto:ADDRESS, file:FOLDER for a folder in TEFO_REPORTS_DIR, sftp://USER@HOST/FOLDER, or fetch: to fetch it at the console or on the One API',
      },
      options: {
        '--notify-url <URL>': 'the address that receives report.ready when a report can be fetched',
        '--sftp-key <FILE>': 'the private key for the SFTP server, without a passphrase',
        '--sftp-host-key <FINGERPRINT>': 'the host key of the SFTP server, SHA256:…',
        ...byOption,
      },
      about: 'Schedule a report: each period’s rows as a file, on the first business day after the period.',
      more: 'If rows arrive or change later, the report is delivered again as its next version.',
      choices: async () => (await import('../reports.ts')).reportChoices,
      load: async () => (await import('../reports.ts')).reportAdd,
    },
    'report list': {
      options: { '--merchant <CODE>': 'the reports of this merchant' },
      about: 'List scheduled reports with their newest files.',
      load: async () => (await import('../reports.ts')).reportList,
    },
    'report run': {
      args: '[NAME]',
      options: {
        '--merchant <CODE>': 'the report of this merchant',
        '--period <PERIOD>':
          'a period that is over, such as 2026-12-01, 2026-W49 or 2026-12 (default: the last one)',
        ...byOption,
      },
      about: 'Write and deliver a report now, or all reports without a name.',
      more: 'If the report was already delivered, it is delivered again as a new version only if its rows have changed.',
      load: async () => (await import('../reports.ts')).reportRun,
    },
    'report remove': {
      args: '<NAME>',
      options: { '--merchant <CODE>': 'the report of this merchant', ...byOption },
      about: 'Remove a scheduled report and cancel its pending deliveries.',
      load: async () => (await import('../reports.ts')).reportRemove,
    },
    'account-statement': {
      required: {
        '--merchant <CODE>': 'the merchant’s code, as `merchant list` shows it',
        '--from <D>': 'the first day, such as 2026-11-01',
        '--to <D>': 'the last day, such as 2026-11-30',
      },
      options: { '--site <CODE>': 'one site (default: all of the merchant)' },
      about:
        'Show what moved a merchant’s balance in a period. Deductions are negative: the opening balance plus all figures is the closing balance.',
      load: async () => (await import('../account-statement.ts')).accountStatement,
    },
  },
};
