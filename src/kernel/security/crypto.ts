// Secrets: sealed at rest with AES-256-GCM and a key id, hashed where only a comparison is needed, compared in constant
// time.
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { randomBytes } from '../random.ts';
import { firstOf, tupleOf } from '../required.ts';

interface Key {
  id: string;
  bytes: Buffer;
}

/** Which key of a ring seals and signs, and when earlier ones were retired. */
export interface KeyState {
  currentId: string;
  retiredAt: ReadonlyMap<string, Date>;
}

export interface Keyring {
  /** The ids of its keys, in the given order. */
  ids: readonly string[];
  /** Initially the first key is current and no other was retired. */
  state(): KeyState;
  /** Sets the state. The current key must be in the ring. */
  follow(state: KeyState): void;
  /** Encrypts text under the current key: "keyId.iv.tag.ciphertext", base64url parts. `iv`: 12 bytes used nowhere else. */
  seal(text: string, iv?: Buffer): string;
  /** Decrypts text sealed by any key of the ring. Throws when the key is missing or the text was changed. */
  open(sealed: string): string;
  /** Derives a 32-byte key for another purpose from each master key. */
  derive(purpose: string): { id: string; bytes: Buffer }[];
}

export const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'));

/** Creates a keyring from `id:base64-of-32-bytes` items separated by commas; the current key encrypts, all decrypt. */
export function createKeyring(text: string): Keyring {
  const keys: Key[] = text.split(',').map((item) => {
    const [id = '', base64 = ''] = item.trim().split(':');
    const bytes = Buffer.from(base64, 'base64');
    if (!/^[\w-]{1,32}$/.test(id) || bytes.length !== 32)
      throw new Error('a master key is id:base64 of 32 bytes');
    return { id, bytes };
  });
  let current = firstOf(keys);
  let state: KeyState = { currentId: current.id, retiredAt: new Map() };
  return {
    ids: keys.map(({ id }) => id),
    state: () => state,
    follow: (given) => {
      const key = keys.find(({ id }) => id === given.currentId);
      if (!key) throw new Error(`the master key ${given.currentId} is not in the key ring`);
      [current, state] = [key, given];
    },
    seal: (plain, iv = randomBytes(12)) => {
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        current.id,
        ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
      ].join('.');
    },
    open: (sealed) => {
      const parts = sealed.split('.');
      const [id] = parts;
      const key = keys.find((candidate) => candidate.id === id);
      if (!key) throw new Error(`the master key ${id} is not in the key ring`);
      const [, iv, tag, body] = tupleOf(parts, 4);
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString(
        'utf8',
      );
    },
    derive: (purpose) =>
      keys.map((key) => ({
        id: key.id,
        bytes: Buffer.from(hkdfSync('sha256', key.bytes, Buffer.alloc(0), `tefo ${purpose}`, 32)),
      })),
  };
}

/** SHA-512 of the UTF-8 bytes of a text, in lower-case hexadecimal. */
export function sha512Hex(text: string): string {
  return hash('sha512', text, 'hex');
}

/** SHA-256 of the UTF-8 bytes of a text, in lower-case hexadecimal. */
export function sha256Hex(text: string | Buffer): string {
  return hash('sha256', text, 'hex');
}

/** True if two texts are equal, in a time that does not reveal where they differ. */
export function safeEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(sha256Hex(a)), Buffer.from(sha256Hex(b)));
}

export interface Signer {
  /** Returns an Ed25519 signature of a text's UTF-8 bytes, in base64. */
  sign(text: string): string;
  /** True if a signature of this text is from this key. */
  isSigned(text: string, signature: string): boolean;
  /** The key that others verify with, as PEM. */
  publicKey: string;
}

// The PKCS 8 header before the 32 bytes of an Ed25519 key.
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the key pair derived from 32 secret bytes. */
export function signerOf(bytes: Buffer): Signer {
  const key = Buffer.concat([ed25519Prefix, bytes]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    isSigned: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Returns a text with only the letters A to Z in lower case. */
export function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns a random secret of `bytes` bytes as base64url text. */
export function randomSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
