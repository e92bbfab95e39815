// The validators of settings, and the defaults that depend on other settings.
import { checked } from '../kernel/process/settings.ts';

export const below = (path: string, inWords: string) => ({
  of: (earlier: object) => `${publicUrlOf(earlier)}${path}`,
  inWords,
});
export const publicUrlOf = (earlier: object) => (earlier as { publicUrl: string }).publicUrl;
export const isProduction = (earlier: object) => (earlier as { mode: string }).mode === 'production';

export const inStaging = (staging: string, production: string) => ({
  of: (earlier: object) => (isProduction(earlier) ? production : staging),
  inWords: `\`${staging}\`, in production \`${production}\``,
});

/** Validates a text that fits on one line of a page. */
export const line = (most: number) =>
  checked(`1 to ${most} characters on one line`, (given) => {
    if (given.trim() === '' || given.length > most || /\p{Cc}/u.test(given)) throw new Error('no line');
  });

export function isIssuer(given: string): void {
  const { protocol, search, hash, username } = new URL(given);
  if (!/^https?:$/.test(protocol) || search || hash || username || given.length > 500)
    throw new Error('no issuer');
}

/** The roles of `core/users/permissions.ts`: a test holds the two together. */
/** The domains of email addresses, in lower case, without "@". */
export function isDomain(given: string): void {
  const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
  const labels = given.split('.');
  if (given.length > 253 || labels.length < 2 || !labels.every((one) => label.test(one))) throw new Error();
}

export function isGrant(given: string): void {
  const at = given.lastIndexOf('=');
  const role = given.slice(at + 1);
  const isOperators = /^operator-(?:support|finance|admin)$/.test(role);
  const isMerchants = /^(?:viewer|support|finance|developer|admin)@[\w-]{1,40}$/.test(role);
  if (given.slice(0, Math.max(at, 0)).trim() === '' || !(isOperators || isMerchants))
    throw new Error('no group with a role');
}

export function isPostgres(given: string): void {
  if (!/^postgres(ql)?:\/\/./.test(given)) throw new Error('not the address of a PostgreSQL database');
}

export function parseMasterKeys(given: string): void {
  const ids = new Set<string>();
  for (const item of given.split(',')) {
    const [, id, base64] = /^\s*([\w-]{1,32}):([A-Za-z0-9+/_-]{43}=?)\s*$/.exec(item) ?? [];
    const bytes = Buffer.from(base64 ?? '', 'base64');
    // Examples and placeholders repeat one byte.
    if (!id || ids.has(id) || bytes.length !== 32 || new Set(bytes).size === 1)
      throw new Error('no master key');
    ids.add(id);
  }
}
