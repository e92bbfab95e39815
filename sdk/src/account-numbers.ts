// How a payout's account number is encrypted: AES-256-CBC under a key that is chosen for each payout.
import { centsOf } from './hashes.ts';
import { base64Of, bytesOf, sha512 } from './text.ts';

/** Returns a fresh key of 32 characters. Store it with the payout: the service requests it for the verification. */
export const newAccountKey = (): string =>
  base64Of(crypto.getRandomValues(new Uint8Array(24)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

export interface AccountEncryption {
  /** 32 characters of ASCII: `newAccountKey()`. */
  key: string;
  /** The payout's merchantReference. */
  merchantReference: string;
  /** The payout's amount in rand, as sent. */
  amount: string | number;
}

/** Returns `bankingDetails.accountNumber` of a payout, in Base64. Throws TypeError where the key has another length. */
export async function encryptAccountNumber(
  accountNumber: string,
  encryption: AccountEncryption,
): Promise<string> {
  const { key, merchantReference, amount } = encryption;
  const bytes = bytesOf(key);
  if (bytes.length !== 32)
    throw new TypeError(`key must have 32 characters of ASCII, and not ${bytes.length} bytes`);
  const start = await sha512(`${merchantReference}${centsOf(amount)}${key}`.toLowerCase());
  const secret = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt']);
  const algorithm = { name: 'AES-CBC', iv: bytesOf(start.slice(0, 16)) };
  return base64Of(await crypto.subtle.encrypt(algorithm, secret, bytesOf(accountNumber)));
}
