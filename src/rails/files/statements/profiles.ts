// The CSV files of the South African banks. A new one is a row here, or a YAML file of the operator's.
import type { Columns, Profile } from './profile.ts';

const split = (titles: string): string[] => titles.split(',');

/** Matches rows with only a balance, in the words of all banks. */
const balanceRow =
  /^(?:open(?:ing)?|clos(?:e|ing)) balance\b|^(?:balance )?(?:brought|carried) forward\b|^balance (?:[bc]\/f|forward)(?:$| )|^provisional statement\b/i;
const openingRow = /^open(?:ing)? balance\b|^(?:balance )?brought forward\b/i;
const closingRow = /^clos(?:e|ing) balance\b|^(?:balance )?carried forward\b/i;

const feeWords =
  /^#|^(?:monthly|service|admin|account|bank|transaction|electronic|cash deposit|overdraft)(?: [a-z]+){0,3} (?:fees?|charges?)\b|^(?:bank|service) (?:fees?|charges?)\b|^fees?\b/i;
/** All of the text, since a payer may begin one with the same words. */
const interestWords =
  /^(?:credit|debit|overdraft) interest$|^interest(?: (?:earned|paid|charged|received|capitalised|on [a-z ]{3,30}))?$/i;

/** What profiles have in common. */
const common = {
  delimiter: ',',
  decimals: '.',
  files: 'cumulative',
  order: 'auto',
  balances: balanceRow,
  charges: feeWords,
  interest: interestWords,
} as const;

const plainColumns: Columns = {
  date: 'Date',
  description: ['Description'],
  amount: 'Amount',
  balance: 'Balance',
};

export const profiles: readonly Profile[] = [
  {
    ...common,
    name: 'fnb-history',
    date: ['yyyy/MM/dd', 'yyyy-MM-dd'],
    layouts: [
      {
        header: split('Date,Service Fee,Amount,Description,Reference,Balance,Cheque Number'),
        columns: { ...plainColumns, fee: 'Service Fee', reference: 'Reference' },
      },
      { header: split('Date,Amount,Balance,Description'), columns: plainColumns },
    ],
  },
  {
    ...common,
    name: 'fnb-statement',
    date: ['yyyy-MM-dd', 'yyyy/MM/dd', 'yyyyMMdd', 'dd/MM/yyyy', 'd MMM yyyy', 'd MMMM yyyy'],
    untitled: { begins: /^[1-9]$/, kind: 'records' },
    layouts: [
      {
        header: split('Kind,Number,Date,Description 1,Description 2,Description 3,Amount,Balance'),
        columns: { ...plainColumns, description: ['Description 1', 'Description 2', 'Description 3'] },
      },
    ],
  },
  {
    ...common,
    name: 'fnb-file',
    date: ['yyyyMMdd'],
    layouts: [
      {
        header: split('Effective Date,Description,Reference,Service Fee,Amount,Balance'),
        columns: { ...plainColumns, date: 'Effective Date', reference: 'Reference', fee: 'Service Fee' },
      },
    ],
  },
  {
    ...common,
    name: 'standardbank',
    date: ['yyyy/MM/dd', 'yyyy-MM-dd'],
    bounds: { opening: openingRow, closing: closingRow },
    layouts: [
      {
        header: split(
          'Date,Value Date,Statement Number,Description,Amount,Balance,Type,Originator Reference,Customer Reference',
        ),
        columns: {
          ...plainColumns,
          valueDate: 'Value Date',
          description: ['Description', 'Originator Reference'],
          reference: 'Customer Reference',
        },
      },
    ],
  },
  {
    ...common,
    name: 'nedbank',
    date: ['ddMMMyyyy', 'dd-MMM-yy', 'dd-MMM-yyyy'],
    untitled: { begins: /^statement enquiry\b/i, kind: 'lines' },
    pending: /^provisional\b/i,
    layouts: [{ header: split('Date,Description,Amount,Balance'), columns: plainColumns }],
  },
  {
    ...common,
    name: 'absa',
    date: ['yyyyMMdd'],
    layouts: [{ header: split('Date,Description,Amount,Balance'), columns: plainColumns }],
  },
  {
    ...common,
    name: 'capitec-business',
    date: ['dd/MM/yyyy'],
    bounds: { opening: openingRow, closing: /^total\b/i },
    skip: /^total\b/i,
    layouts: [
      {
        header: split('Account,Date,Description,Reference,Amount,Fees,Balance'),
        columns: { ...plainColumns, account: 'Account', reference: 'Reference', fee: 'Fees' },
      },
    ],
  },
  {
    ...common,
    name: 'capitec-app',
    date: ['yyyy-MM-dd'],
    pending: /\(pending\)/i,
    layouts: [
      {
        header: split(
          'Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance',
        ),
        columns: {
          date: 'Posting Date',
          valueDate: 'Transaction Date',
          description: ['Description', 'Original Description'],
          in: 'Money In',
          out: 'Money Out',
          fee: 'Fee',
          balance: 'Balance',
          account: 'Account',
        },
      },
    ],
  },
  {
    ...common,
    name: 'bankzero',
    date: ['yyyy-MM-dd', 'yyyy/MM/dd'],
    layouts: [
      {
        header: split('Date,Day,Time,Type,Description 1,Description 2,Fee,Amount,Balance,Has Attachments'),
        columns: { ...plainColumns, description: ['Description 1', 'Description 2'], fee: 'Fee' },
      },
    ],
  },
];
