// @ts-check

// The hashes of requests: SHA-512 over the values in order and a key, joined without separators, in lower case.
const { createHash } = require('node:crypto');

const paymentFields = [
  ...['siteCode', 'countryCode', 'currencyCode', 'amount', 'transactionReference', 'bankReference'],
  ...['optional1', 'optional2', 'optional3', 'optional4', 'optional5'],
  ...['customer', 'cancelUrl', 'errorUrl', 'successUrl', 'notifyUrl', 'isTest'],
  ...['selectedBankId', 'bankAccountNumber', 'branchCode', 'bankAccountName', 'payeeDisplayName'],
  ...['expiryDateUtc', 'allowVariableAmount', 'variableAmountMin', 'variableAmountMax'],
  ...['customerIdentifier', 'customerCellphoneNumber'],
];

/**
 * @param {readonly unknown[]} values
 * @param {string} key
 */
function digest(values, key) {
  const text = values.map((value) => value ?? '').join('') + key;
  return createHash('sha512').update(text.toLowerCase()).digest('hex');
}

/**
 * Returns a lookup of an object's members that ignores the letter case of names.
 * @param {object} given
 */
function caseBlindly(given) {
  const members = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  return (/** @type {string} */ name) => members.get(name.toLowerCase());
}

/**
 * Returns the digits of an amount in rand and its decimals. No float arithmetic: 599.8 is 599 and 80.
 * @param {unknown} amount
 */
function digitsOf(amount) {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount));
  if (!match) {
    throw new TypeError(
      `amount must be rand with at most two decimals, like "150.00", and not ${String(amount)}`,
    );
  }
  return { rand: match[1] ?? '', cents: (match[2] ?? '').padEnd(2, '0') };
}

/** @type {typeof import('./index.js').paymentHash} */
function paymentHash(fields, privateKey) {
  const member = caseBlindly(fields);
  const { rand, cents } = digitsOf(member('amount'));
  const values = paymentFields.map((name) => (name === 'amount' ? `${rand}.${cents}` : member(name)));
  return digest(values, privateKey);
}

/** @type {typeof import('./index.js').refundHash} */
function refundHash(item, privateKey) {
  const { rand, cents } = digitsOf(item.amount);
  return digest([item.transactionId, `${rand}.${cents}`, item.refundReason, item.notifyUrl], privateKey);
}

/** @type {typeof import('./index.js').payoutHash} */
function payoutHash(request, apiKey) {
  const { rand, cents } = digitsOf(request.amount);
  const { bankGroupId, accountNumber, branchCode } = request.bankingDetails;
  const { siteCode, merchantReference, customerBankReference, isRtc = false, notifyUrl } = request;
  const inCents = `${rand}${cents}`.replace(/^0+(?=\d)/, '');
  const own = [siteCode, inCents, merchantReference, customerBankReference, isRtc, notifyUrl];
  return digest([...own, bankGroupId, accountNumber, branchCode], apiKey);
}

module.exports = { digest, paymentHash, payoutHash, refundHash };
