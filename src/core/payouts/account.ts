// A payout's account number: sent in plain digits, or encrypted under a key that the merchant reveals only when the
// service verifies the payout.
import { createDecipheriv } from 'node:crypto';
import type { Cents } from '../../kernel/money.ts';
import { sha512Hex } from '../../kernel/security/crypto.ts';
import { type AccountVerdict, checkAccountNumber } from '../account-numbers.ts';
import type { Context } from '../context.ts';

/** The longest plain account number; longer digits are cipher text in hexadecimal. */
const longestPlain = 20;

export function isPlain(accountNumber: string): boolean {
  return accountNumber.length <= longestPlain && /^\d+$/.test(accountNumber);
}

const blockBytes = 16;

/** Returns the bytes of a cipher text in base64 or hexadecimal; undefined when it is neither, or not whole blocks. */
export function readCipherText(text: string): Buffer | undefined {
  const isHex = /^[0-9a-f]+$/i.test(text) && text.length % (2 * blockBytes) === 0;
  if (!isHex && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64');
  return bytes.length > 0 && bytes.length % blockBytes === 0 ? bytes : undefined;
}

const keyBytes = 32;

/**
 * Decrypts an account number: AES-256-CBC, with an initialisation vector derived from the payout's reference, its
 * amount and the key. Returns undefined when the key is wrong, or the result is not an account number.
 */
export function decryptAccount(
  sent: string,
  of: { merchantReference: string; amountCents: Cents },
  key: string,
): string | undefined {
  const cipherText = readCipherText(sent);
  const bytes = Buffer.from(key, 'utf8');
  if (!cipherText || bytes.length !== keyBytes) return undefined;
  const vector = sha512Hex(`${of.merchantReference}${of.amountCents}${key}`.toLowerCase()).slice(
    0,
    blockBytes,
  );
  try {
    const decipher = createDecipheriv('aes-256-cbc', bytes, Buffer.from(vector, 'latin1'));
    const text = Buffer.concat([decipher.update(cipherText), decipher.final()])
      .toString('utf8')
      .trim();
    // A wrong key sometimes gives valid padding.
    return isPlain(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Checks a plain account number, and logs when the table has no rule for it. */
export function judgeAccount(
  { policy, log, correlationId }: Pick<Context, 'policy' | 'log' | 'correlationId'>,
  account: { bankId: string; branchCode: string; accountNumber: string },
): AccountVerdict {
  const verdict = checkAccountNumber(policy.accountRules, account);
  if (verdict.valid && verdict.checked === 'length') {
    const { bankId, branchCode } = account;
    log.info(
      { correlationId, bankId, branchCode, table: policy.accountRules.dated },
      'only the digits and length of an account number were checked',
    );
  }
  return verdict;
}
