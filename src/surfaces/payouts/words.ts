// Descriptions of the Payouts API's members, besides those that all surfaces share.
import type { Words } from '../openapi-schemas.ts';
import { sample } from '../words.ts';

const addressOrNone = 'The http or https address that receives the outcome; absent if the payout has none.';

export const payoutsWords: Words = {
  id: ['The identifier of the payout.', sample.payout],
  amount: ['The amount of the payout in rand, with at most two decimals.', 1250.5],
  merchantReference: ['The merchant’s reference for the payout; unique for the site.', 'PAY-1'],
  customerBankReference: ['The reference on the beneficiary’s bank statement.', 'SALARY'],
  customerMerchantReference: ['The reference on the beneficiary’s bank statement.', 'SALARY'],
  notifyUrl: ['The http or https address that receives the outcome.', 'https://shop.example/payouts'],
  'Payout.notifyUrl': [addressOrNone],
  'PayoutVerification.notifyUrl': [addressOrNone],
  'PayoutAnswer.payoutId': ['The identifier of the payout; absent if it was rejected.'],
  'PayoutRequest.isRtc': [
    'Whether the payout is paid by real-time clearing; must be false in staging.',
    false,
  ],
  bankingDetails: ['The account of the beneficiary.'],
  bankGroupId: ['The identifier of the bank, from getavailablebanks.', sample.bank],
  bankGroupName: ['The common name of the bank.'],
  isRtcAvailable: ['Whether the bank supports real-time clearing.'],
  'BankingDetails.accountNumber': [
    'The account number, encrypted; in plain digits if the site allows it.',
    '51000000001',
  ],
  'bankingDetails.accountNumber': ['The account number, as sent in the request.', '51000000001'],
  'BankingDetails.branchCode': ['The branch code of the bank, six digits.', sample.branch],
  payoutStatus: ['The status of the payout, with the reason if it failed.'],
  errorMessage: ['Why the payout failed; otherwise null.', 'the account does not exist'],
  message: ['An explanation of the error, for developers.', 'amount is required'],
  pageSize: ['The maximum number of payouts on a page.', 10],
  pageIndex: ['The number of the page, from 1; 0 also means the first page.', 1],
  searchString: ['The reference to find (exact match).'],
  isVerified: ['Whether the payout was created by the merchant.', true],
  accountNumberDecryptionKey: [
    'The 32 characters with which the account number was encrypted.',
    '0123456789abcdef0123456789abcdef',
  ],
  'VerificationAnswer.reason': ['Why the payout is rejected; absent if it is verified.', 'unknown payout'],
};
