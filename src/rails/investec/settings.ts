// The operator's settings of an account at Investec: which house keeps it, and the keys of its API. Errors name the
// field and never its value: it can be a secret.
import { DomainError } from '../../core/errors.ts';
import { type Banking, investecUrl } from './client.ts';
import { investecFormat } from './payments.ts';
import { assertCredential, type InvestecCredentials, originOf } from './session.ts';

export interface InvestecSettings extends InvestecCredentials {
  banking: Banking;
  /** The origin of the API. */
  baseUrl: string;
}

/** The other requirements for the account. */
export interface AskedAccount {
  mode: 'staging' | 'production';
  /** What its payments are written by; null: it pays nothing. */
  payments: { name: string; format: string } | null;
  /** The number of users who must release a payment before it leaves. */
  releases: number;
}

const names = ['banking', 'clientId', 'clientSecret', 'apiKey', 'baseUrl'];

/** Reads settings as the operator has given them. Throws where a field, or the account itself, cannot be. */
export function readSettings(given: unknown, account: AskedAccount): InvestecSettings {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new DomainError('InvalidField', {
      detail: `an Investec account requires the settings ${names.join(', ')}`,
    });
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new DomainError('InvalidField', {
      detail: `settings: unknown setting ${JSON.stringify(unknown.slice(0, 40))}; the settings are ${names.join(', ')}`,
    });
  const fields = given as Record<string, unknown>;
  const { banking, baseUrl } = fields;
  if (banking !== 'private' && banking !== 'business')
    throw new DomainError('InvalidField', { detail: 'settings: banking must be "private" or "business"' });
  assertPaying(banking, account);
  return {
    banking,
    clientId: credentialIn(fields, 'clientId'),
    clientSecret: credentialIn(fields, 'clientSecret'),
    apiKey: credentialIn(fields, 'apiKey'),
    baseUrl: baseUrl === undefined ? investecUrl : baseIn(baseUrl, account.mode),
  };
}

function assertPaying(banking: Banking, { payments, releases }: AskedAccount): void {
  if (releases > 0)
    throw new DomainError('InvalidField', {
      detail:
        'payments through Investec’s API are sent immediately and cannot be released by users: --releases must be 0',
    });
  if (payments === null) return;
  if (banking === 'private')
    throw new DomainError('InvalidField', {
      detail:
        'private banking at Investec cannot make payments: omit --payments, and pay from another account',
    });
  if (payments.format !== investecFormat)
    throw new DomainError('InvalidField', {
      detail: `Investec accepts ${investecFormat}, but --payments ${payments.name} is ${payments.format}`,
    });
}

function credentialIn(fields: Record<string, unknown>, name: keyof InvestecCredentials): string {
  const value = fields[name];
  if (typeof value !== 'string')
    throw new DomainError('InvalidField', { detail: `settings: ${name} must be a text` });
  try {
    assertCredential(name, value);
  } catch (error) {
    throw new DomainError('InvalidField', { detail: `settings: ${(error as Error).message}` });
  }
  return value;
}

function baseIn(value: unknown, mode: AskedAccount['mode']): string {
  const origin = typeof value === 'string' ? originOf(value) : undefined;
  if (origin === undefined)
    throw new DomainError('InvalidField', {
      detail:
        'settings: baseUrl must be an https address without a user; in staging, this machine may be http',
    });
  if (mode === 'production' && !origin.startsWith('https:'))
    throw new DomainError('InvalidField', {
      detail: 'settings: baseUrl must be an https address in production',
    });
  return origin;
}
