// Hashes of passwords: argon2id, slow on purpose where a person chose the password. A random one cannot be guessed, so that
// its hash may be quick: a sandbox makes merchants with their logins by the hundred.
import { type Argon2Parameters, argon2, scrypt, timingSafeEqual } from 'node:crypto';
import { limitShare } from '../concurrency/semaphore.ts';
import { unseededBytes } from './secure-random.ts';

export interface PasswordCost {
  /** In KiB. */
  memory: number;
  passes: number;
}

/** For passwords that users choose: 19 MiB, twice. */
export const chosenCost: PasswordCost = { memory: 19_456, passes: 2 };
/** For random passwords. */
export const randomCost: PasswordCost = { memory: 8, passes: 1 };

const saltBytes = 16;
const digestBytes = 32;
// Each takes its memory, a processor and one of the four threads of Node, which names and files need too. A flood of
// sign-ins leaves the processor to others for most of the time.
const inTurn = limitShare(1, { times: 3, mostMs: 300 });

/** Slow hashes wait in one of two lines: unknown clients do not delay known ones. */
export type Line = 'unknown' | 'known';

/** Returns a salted hash, as `$argon2id$v=19$m=...,t=...,p=1$salt$digest`. */
export async function hashPassword(
  password: string,
  cost = chosenCost,
  line: Line = 'unknown',
): Promise<string> {
  const salt = unseededBytes(saltBytes);
  const digest = await digestOf(password, salt, cost, line);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${salt.toString('base64url')}$${digest.toString('base64url')}`;
}

/**
 * Returns whether a password matches a hash. Does the same work for a wrong one, a quick hash and no hash at all as for
 * a chosen password, so that the time does not reveal who has a login. `isOld`: it should be hashed again.
 */
export async function judgePassword(
  password: string,
  stored: string | undefined,
  line: Line = 'unknown',
): Promise<{ isRight: boolean; isOld: boolean }> {
  const known = stored === undefined ? undefined : readHash(stored);
  const digests = new Map<PasswordCost | undefined, Buffer>();
  for (const cost of [chosenCost, randomCost]) {
    const salt = known?.cost === cost ? known.salt : Buffer.alloc(saltBytes);
    digests.set(cost, await digestOf(password, salt, cost, line));
  }
  if (!known) return { isRight: false, isOld: false };
  const given =
    digests.get(known.cost) ??
    (await inTurn(() => scryptDigestOf(password, known.salt, known.scryptN!), line));
  return { isRight: timingSafeEqual(given, known.digest), isOld: known.cost === undefined };
}

interface Known {
  salt: Buffer;
  digest: Buffer;
  /** Absent for a hash of earlier versions, which used scrypt. */
  cost?: PasswordCost;
  scryptN?: number;
}

function readHash(stored: string): Known | undefined {
  const bytes = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');
  const argon = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w-]+)\$([\w-]{43})$/.exec(stored);
  if (argon) {
    const cost = [chosenCost, randomCost].find(
      ({ memory, passes }) => memory === Number(argon[1]) && passes === Number(argon[2]),
    );
    return cost && { salt: bytes(argon[3]), digest: bytes(argon[4]), cost };
  }
  const scrypt = /^scrypt\.(\d{1,2})\.([\w-]+)\.([\w-]{43})$/.exec(stored);
  if (scrypt) return { salt: bytes(scrypt[2]), digest: bytes(scrypt[3]), scryptN: 2 ** Number(scrypt[1]) };
  return undefined;
}

/** What is hashed of a password: its normal form, so that two keyboards that write it differently agree. */
const mostUnits = 4_096;

function digestOf(
  password: string,
  nonce: Buffer,
  { memory, passes }: PasswordCost,
  line: Line,
): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    ...{ message: password.slice(0, mostUnits).normalize('NFKC'), nonce, memory, passes },
    ...{ parallelism: 1, tagLength: digestBytes },
  };
  const digest = () =>
    new Promise<Buffer>((resolve, reject) => {
      argon2('argon2id', parameters, (error, digest) => (error ? reject(error) : resolve(digest)));
    });
  // A quick one waits for no slow ones: its caller may hold a transaction.
  return memory < chosenCost.memory ? digest() : inTurn(digest, line);
}

function scryptDigestOf(password: string, salt: Buffer, N: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, digestBytes, { N }, (error, digest) => (error ? reject(error) : resolve(digest)));
  });
}
