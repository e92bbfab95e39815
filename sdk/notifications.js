// @ts-check

// The hashes in the bodies of notifications of the Payments API and the Payouts API.
const { timingSafeEqual } = require('node:crypto');
const { digest } = require('./hashes.js');
const { SignatureError } = require('./webhooks.js');

const transactionFields = [
  ...['SiteCode', 'TransactionId', 'TransactionReference', 'Amount', 'Status'],
  ...['Optional1', 'Optional2', 'Optional3', 'Optional4', 'Optional5'],
  ...['CurrencyCode', 'IsTest', 'StatusMessage'],
];
const refundFields = [
  ...['RefundId', 'TransactionId', 'CurrencyCode', 'Amount', 'Status', 'BankName', 'AccountNumber'],
  'StatusMessage',
];

/** @type {typeof import('./index.js').verifyNotification} */
function verifyNotification(form, privateKey) {
  const fields = readForm(form);
  const hashed = 'RefundId' in fields ? refundFields : transactionFields;
  assertHash(
    hashed.map((name) => fields[name]),
    fields.Hash,
    privateKey,
    'Hash',
  );
  return fields;
}

/** @type {typeof import('./index.js').verifyPayoutNotification} */
function verifyPayoutNotification(body, apiKey) {
  const told = readJson(body);
  const { status, subStatus } = told.payoutStatus ?? {};
  const values = [told.payoutId, told.siteCode, told.merchantReference, told.customerMerchantReference];
  assertHash([...values, status, subStatus], told.hashCheck, apiKey, 'hashCheck');
  return told;
}

/** @type {typeof import('./index.js').verifyBulkNotification} */
function verifyBulkNotification(body, privateKey) {
  const told = readJson(body);
  const values = [told.jobId, told.jobReference, told.status, told.compressedData, told.error];
  assertHash(values, told.hash, privateKey, 'hash');
  return told;
}

/**
 * @param {unknown[]} values
 * @param {unknown} given
 * @param {string | readonly string[]} keys
 * @param {string} name
 */
function assertHash(values, given, keys, name) {
  if (typeof given !== 'string' || given === '') {
    throw new SignatureError('NotSigned', `the notification has no ${name}`);
  }
  const isRight = [keys].flat().some((key) => {
    const [right, sent] = [Buffer.from(digest(values, key)), Buffer.from(given.toLowerCase())];
    return right.length === sent.length && timingSafeEqual(right, sent);
  });
  if (!isRight) {
    throw new SignatureError(
      'WrongSignature',
      `${name} is not that of the notification under this key: another key, or not sent by the service`,
    );
  }
}

/**
 * @param {unknown} form
 * @returns {Record<string, string>}
 */
function readForm(form) {
  if (typeof form === 'string' || form instanceof Uint8Array) {
    return Object.fromEntries(new URLSearchParams(Buffer.from(form).toString('utf8')));
  }
  const entries =
    form instanceof URLSearchParams || form instanceof FormData ? form : Object.entries(form ?? {});
  return Object.fromEntries([.../** @type {Iterable<[string, string]>} */ (entries)]);
}

/**
 * @param {any} body
 * @returns {any}
 */
function readJson(body) {
  if (typeof body === 'string' || body instanceof Uint8Array)
    return JSON.parse(Buffer.from(body).toString('utf8'));
  return body;
}

module.exports = { verifyBulkNotification, verifyNotification, verifyPayoutNotification };
