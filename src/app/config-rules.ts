// Rules for settings in combination, beyond those for each one.
import { parseAddress } from '../kernel/db/address.ts';
import type { Values } from '../kernel/process/settings.ts';
import { seedProblems } from './config-seed.ts';
import type { settings } from './config-table.ts';

type SettingValues = Values<typeof settings>;
type Given = Readonly<Record<string, string | undefined>>;

/** Returns why settings cannot be used together, a sentence for each reason. */
export function problemsTogether(values: SettingValues, env: Given): string[] {
  return [
    ...(values.mode === 'production' ? productionProblems(values, env) : []),
    ...seedProblems(values),
    ...(values.httpAllowed ? [] : httpProblems(values)),
    ...companyProblems(values),
    ...archiveProblems(values),
    ...(values.smtpUrl && !values.mailFrom ? ['TEFO_MAIL_FROM is required with SMTP_URL'] : []),
    ...databaseProblems(values),
    ...(values.metricsPort === values.port ? ['TEFO_METRICS_PORT must differ from TEFO_PORT'] : []),
  ];
}

/** Every database except the replica must be a server that accepts writes. */
function databaseProblems({ databaseUrl, bankDatabaseUrl, replicaUrl }: SettingValues): string[] {
  const writing = { DATABASE_URL: databaseUrl, TEFO_BANK_DATABASE_URL: bankDatabaseUrl };
  const problems = [
    ...Object.entries(writing).flatMap(([name, url]) =>
      addressProblems(name, url, ['read-write', 'primary']),
    ),
    ...addressProblems('DATABASE_REPLICA_URL', replicaUrl, ['standby', 'prefer-standby', 'read-only', 'any']),
  ];
  if (replicaUrl && !databaseUrl)
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded PostgreSQL has no replica');
  return problems;
}

function addressProblems(name: string, url: string | undefined, targets: readonly string[]): string[] {
  if (url === undefined) return [];
  try {
    const { target } = parseAddress(url);
    if (target === undefined || targets.includes(target)) return [];
    return [`the target_session_attrs of ${name} must be ${targets.join(' or ')}, not "${target}"`];
  } catch (error) {
    return [`${name} cannot be used: ${(error as Error).message}`];
  }
}

/** Company accounts require an issuer with a client id, over https in production. */
function companyProblems({
  mode,
  oidcIssuer,
  oidcClientId,
  oidcClientSecret,
  oidcGroups,
  oidcDomains,
}: SettingValues): string[] {
  if (!oidcIssuer)
    return oidcClientId || oidcClientSecret || oidcGroups.length + oidcDomains.length > 0
      ? ['TEFO_OIDC_ISSUER is required with the other TEFO_OIDC_ settings']
      : [];
  const problems: string[] = [];
  if (!oidcClientId) problems.push('TEFO_OIDC_CLIENT_ID is required with TEFO_OIDC_ISSUER');
  if (mode === 'production' && URL.parse(oidcIssuer)?.protocol !== 'https:')
    problems.push(`TEFO_OIDC_ISSUER must be https in production, not "${oidcIssuer}"`);
  return problems;
}

/** Retention requires an archive directory, because old rows are archived before they are deleted. */
function archiveProblems({ archiveDir, eventDays, deliveryDays, evidenceDays }: SettingValues): string[] {
  if (archiveDir) return [];
  const days = {
    TEFO_EVENT_DAYS: eventDays,
    TEFO_DELIVERY_DAYS: deliveryDays,
    TEFO_EVIDENCE_DAYS: evidenceDays,
  };
  const set = Object.entries(days).filter(([, value]) => value > 0);
  return set.map(([name]) => `TEFO_ARCHIVE_DIR is required with ${name}, for the archived rows`).slice(0, 1);
}

/** Reports public addresses that are not https; one derived from TEFO_PUBLIC_URL is not reported as well. */
function httpProblems(values: SettingValues): string[] {
  const { publicUrl, oneUrl, paymentsUrl, payoutsUrl, externalUrl } = values;
  const addresses = {
    TEFO_PUBLIC_URL: publicUrl,
    TEFO_ONE_URL: oneUrl,
    TEFO_PAYMENTS_URL: paymentsUrl,
    TEFO_PAYOUTS_URL: payoutsUrl,
    TEFO_EXTERNAL_URL: externalUrl,
  };
  return Object.entries(addresses)
    .filter(([, address]) => URL.parse(address)?.protocol !== 'https:')
    .filter(([, address]) => address === publicUrl || !address.startsWith(`${publicUrl}/`))
    .map(([name, address]) => `${name} must be https, not "${address}", unless TEFO_HTTP_ALLOWED is true`);
}

/** Returns advice about usable settings that the operator should know, a sentence each. */
export function adviceOf(config: SettingValues): string[] {
  const advice: string[] = [];
  if (config.mode !== 'production') return advice;
  if (config.simulatedBank)
    advice.push('the bank is simulated: payments are booked as paid in production, and no real money moves');
  if (config.operatorName === URL.parse(config.publicUrl)?.host)
    advice.push(
      `TEFO_OPERATOR_NAME is not set: each page names ${config.operatorName} as the operator instead of a registered name`,
    );
  if (!config.operatorPhone && !config.operatorEmail)
    advice.push(
      'pages show no contact of the operator: neither TEFO_OPERATOR_PHONE nor TEFO_OPERATOR_EMAIL is set',
    );
  if (config.trustedProxies.length === 0)
    advice.push(
      'TEFO_TRUSTED_PROXIES is not set: behind a proxy, every consent is recorded with the address of the proxy',
    );
  if (!config.metricsToken && config.metricsPort === 0)
    advice.push('there are no metrics: neither TEFO_METRICS_TOKEN nor TEFO_METRICS_PORT is set');
  return advice;
}

function productionProblems(values: SettingValues, env: Given): string[] {
  const problems: string[] = [];
  if (!env.TEFO_MASTER_KEYS)
    problems.push('TEFO_MASTER_KEYS must be set in production: `id:base64` of 32 random bytes');
  if (values.transcriptFile)
    problems.push('TEFO_TRANSCRIPT_FILE is not allowed in production, because it would record secrets');
  if (values.ledgerHead.startsWith('http:'))
    problems.push('TEFO_LEDGER_HEAD must be a file or an https address in production');
  if (values.simulatedBank && values.simulatedBankInProduction !== 'no-real-money') {
    problems.push(
      'TEFO_SIMULATED_BANK=true in production posts payments as paid without money: it requires TEFO_SIMULATED_BANK_IN_PRODUCTION=no-real-money',
    );
  }
  const password = passwordOf(values.databaseUrl);
  if (password && ['postgres', 'password', 'tefo', 'changeme', 'secret'].includes(password)) {
    problems.push('DATABASE_URL has a default password, which production does not allow');
  }
  return problems;
}

/** Returns a database's password; undefined without one, or if the address is invalid, which is reported elsewhere. */
function passwordOf(url: string | undefined): string | undefined {
  try {
    return url && parseAddress(url).password;
  } catch {
    return undefined;
  }
}
