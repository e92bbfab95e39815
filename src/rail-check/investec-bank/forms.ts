// Investec's formats of accounts and transactions: private banking as documented by the bank, business banking as read
// by a public client. All names and numbers are fictitious.
import { toJsonNumber } from '../../kernel/money.ts';

export interface Entry {
  day: string;
  valueDate: string;
  transactionDate: string;
  transactionType: string;
  description: string;
  /** In cents; negative for money that leaves the account. */
  cents: bigint;
  postedOrder: number;
  balance: bigint;
}

export interface Holder {
  accountId: string;
  accountNumber: string;
}

/** The bank writes 53.6 and 374: without zeros at the end, and never with a sign. */
function numberOf(cents: bigint): number {
  return toJsonNumber(cents < 0n ? -cents : cents);
}

function directionOf({ cents }: Entry): 'DEBIT' | 'CREDIT' {
  return cents < 0n ? 'DEBIT' : 'CREDIT';
}

const longest = 40;

export function postedRow({ accountId }: Holder, entry: Entry): object {
  const { day, postedOrder } = entry;
  return {
    accountId,
    type: directionOf(entry),
    transactionType: entry.transactionType,
    status: 'POSTED',
    description: entry.description.slice(0, longest),
    cardNumber: '',
    postedOrder,
    postingDate: day,
    valueDate: entry.valueDate,
    actionDate: day,
    transactionDate: entry.transactionDate,
    amount: numberOf(entry.cents),
    runningBalance: toJsonNumber(entry.balance),
    uuid: accountId.slice(-5) + day.replaceAll('-', '') + String(postedOrder).padStart(7, '0'),
  };
}

export function pendingRow({ accountId }: Holder, entry: Entry): object {
  return {
    accountId,
    type: directionOf(entry),
    status: 'PENDING',
    description: entry.description.slice(0, longest),
    transactionDate: entry.transactionDate,
    amount: numberOf(entry.cents),
  };
}

/** Returns an entry in the format of the transaction list. */
export function mixedRow(holder: Holder, entry: Entry): object {
  return {
    ...pendingRow(holder, entry),
    transactionType: null,
    cardNumber: null,
    postedOrder: 0,
    postingDate: null,
    valueDate: null,
    actionDate: null,
    runningBalance: 0,
    uuid: '',
  };
}

export function businessRow({ accountId, accountNumber }: Holder, entry: Entry): object {
  const amount = numberOf(entry.cents);
  const isCredit = entry.cents >= 0n;
  const isPosted = entry.postedOrder > 0;
  return {
    accountId,
    accountName: 'Voorbeeld Handel',
    accountNumber,
    accountType: 'Call Accounts',
    lineId: String(entry.postedOrder),
    transactionId: `${entry.day.replaceAll('-', '')}${entry.postedOrder}`,
    transactionDescription: entry.description,
    postDate: entry.day,
    valueDate: entry.valueDate,
    deposit: isCredit ? amount : 0,
    withdrawal: isCredit ? 0 : amount,
    transactionCodeDescription: null,
    cardNumber: null,
    cardHolderName: null,
    paymentId: '',
    counterPartyAccountNumber: null,
    bulkId: null,
    numberOfTransactions: null,
    clientStatementReference: entry.description,
    uetr: '',
    fileId: null,
    statementId: '52292',
    statementNumber: null,
    swiftStatementNumber: null,
    matchedCardKey: null,
    paymentReference: '',
    drCrIndicator: directionOf(entry),
    electronicAccountNumber: null,
    transactionStatus: isPosted ? 'approved' : 'pending',
    runningBalance: isPosted ? toJsonNumber(entry.balance) : 0,
    supplementaryId: '',
    transactionCode: '9',
    currencyCode: 'ZAR',
    transactionAmount: amount,
  };
}

export function accountRow({ accountId, accountNumber }: Holder): object {
  return {
    accountId,
    accountNumber,
    accountName: 'Boekhandel Voorbeeld',
    referenceName: 'Boekhandel Voorbeeld',
    productName: 'Private Bank Account',
    kycCompliant: true,
    profileId: '10163189587443',
    profileName: 'Boekhandel Voorbeeld',
  };
}

export function businessAccountRow({ accountId, accountNumber }: Holder, cents: bigint): object {
  return {
    accountId,
    accountName: 'Voorbeeld Handel',
    accountNumber,
    accountType: 'Call Accounts',
    electronicAccountNumber: null,
    nickName: 'Voorbeeld Handel',
    availableBalance: toJsonNumber(cents),
    balance: toJsonNumber(cents),
    currencyCode: 'ZAR',
  };
}

export function balanceData({ accountId }: Holder, cents: bigint): object {
  return {
    accountId,
    currentBalance: toJsonNumber(cents),
    availableBalance: toJsonNumber(cents),
    budgetBalance: 0,
    straightBalance: 0,
    cashBalance: 0,
    currency: 'ZAR',
  };
}
