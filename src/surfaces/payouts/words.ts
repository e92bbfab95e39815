// Descriptions of the Payouts API's members, besides those that all surfaces share.
import type { Words } from '../openapi-schemas.ts';
import { sample } from '../words.ts';

const addressOrNone =
  'The http or https address that the outcome is posted to; absent where the payout has none.';

export const payoutsWords: Words = {
  id: ['The identifier of the payout.', sample.payout],
  amount: ['How much is paid out, in rand, with at most two decimals.', 1250.5],
  merchantReference: ['The merchant’s own reference for the payout, used once for ever.', 'PAY-1'],
  customerBankReference: ['The reference on the receiver’s bank statement.', 'SALARY'],
  customerMerchantReference: ['The reference on the receiver’s bank statement.', 'SALARY'],
  notifyUrl: ['The http or https address that the outcome is posted to.', 'https://shop.example/payouts'],
  'Payout.notifyUrl': [addressOrNone],
  'PayoutVerification.notifyUrl': [addressOrNone],
  'PayoutAnswer.payoutId': ['The identifier of the payout; absent where it was refused.'],
  'PayoutRequest.isRtc': [
    'Whether the money is to travel by real-time clearing; must be false in staging.',
    false,
  ],
  bankingDetails: ['The account that is paid.'],
  bankGroupId: ['The identifier of the bank, as getavailablebanks lists it.', sample.bank],
  bankGroupName: ['The name by which people know the bank.'],
  isRtcAvailable: ['Whether the bank takes payments by real-time clearing.'],
  'BankingDetails.accountNumber': [
    'The number of the account, encrypted; in plain digits where the site allows it.',
    '51000000001',
  ],
  'bankingDetails.accountNumber': [
    'The number of the account, as the payout was asked for with.',
    '51000000001',
  ],
  'BankingDetails.branchCode': ['The branch code of the bank, six digits.', sample.branch],
  payoutStatus: ['How the payout stands, with the reason where it ended badly.'],
  errorMessage: ['Why the payout ended badly; null where it did not.', 'the account does not exist'],
  message: ['What is wrong with the request, in words for a developer.', 'amount is required'],
  pageSize: ['How many payouts a page has at most.', 10],
  pageIndex: ['Which page it is, counted from 1; 0 is the first page too.', 1],
  searchString: ['The reference that is looked for, whole.'],
  isVerified: ['Whether the payout is the merchant’s own.', true],
  accountNumberDecryptionKey: [
    'The 32 characters with which the account number was encrypted.',
    '0123456789abcdef0123456789abcdef',
  ],
  'VerificationAnswer.reason': [
    'Why it is not the merchant’s own; absent where it is.',
    'no such payout was asked for',
  ],
};
