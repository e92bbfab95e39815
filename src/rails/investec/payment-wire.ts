// How the business API carries payment files. The names of the formats come from a public client, not from the bank's
// documentation: they are unverified (docs/guides/investec.md).
import { BankTimeout, BankUnavailable } from '../../core/rails.ts';
import type { BankResponse } from './http.ts';
import { isObject, type Members, objectIn, readObject, textIn } from './reading.ts';

/** The bank's name for a pain.001. */
export const remittanceFormat = 'XMLPain NEWSTDD';

export function paymentBody(pain001: string): string {
  const content = Buffer.from(pain001, 'utf8').toString('base64');
  const body = { content, contentEncoding: 'base64' };
  return JSON.stringify({ remittance: { format: remittanceFormat, payload: { body } } });
}

/** Throws BankTimeout if the bank accepted and its response does not identify the payment. */
export function readPaymentId({ body }: BankResponse): string {
  const what = 'Investec payment';
  try {
    const { data } = readObject(what, body);
    return textIn(what, 'data.paymentId', objectIn(what, 'data', data).paymentId);
  } catch (error) {
    if (error instanceof BankUnavailable) throw new BankTimeout(error.message);
    throw error;
  }
}

/**
 * In kilobytes. It is about one payment and has some three; it is read in the thread that serves requests, where a longer one
 * would delay them.
 */
const longestStatusKb = 256;

/**
 * Returns the pain.002; null if its content is empty. Throws BankUnavailable if it is packed in an unknown way, or too
 * long for one payment.
 */
export function readStatus({ status }: Members): string | null {
  const what = 'Investec payment status';
  const { payload } = objectIn(what, 'status', status);
  const { body, compression, encryption } = objectIn(what, 'status.payload', payload);
  if (!isNone(compression)) throw new BankUnavailable(`${what}: status.payload.compression is not known`);
  const isSealed = isObject(encryption) ? !Object.values(encryption).every(isNone) : !isNone(encryption);
  if (isSealed) throw new BankUnavailable(`${what}: status.payload.encryption is not known`);
  const { content, contentEncoding } = objectIn(what, 'status.payload.body', body);
  if (contentEncoding !== 'base64')
    throw new BankUnavailable(`${what}: status.payload.body.contentEncoding must be base64`);
  return content === '' || content === null ? null : decode(what, content);
}

function isNone(value: unknown): boolean {
  return [undefined, null, ''].includes(value as string) || /^none$/i.test(String(value));
}

function decode(what: string, content: unknown): string {
  const wrong = () =>
    new BankUnavailable(`${what}: status.payload.body.content must be UTF-8 text in base64`);
  if (typeof content !== 'string') throw wrong();
  if (content.length > (longestStatusKb * 1024 * 4) / 3)
    throw new BankUnavailable(`${what}: the pain.002 is longer than ${longestStatusKb} KB, for one payment`);
  try {
    const bytes = Uint8Array.fromBase64(content);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrong();
  }
}
