// The operator's settings as the core's policy.
import { readFileSync } from 'node:fs';
import type { AccountRules } from '../core/account-numbers.ts';
import type { Policy } from '../core/policy.ts';
import { createCalendar } from '../kernel/business-days.ts';
import { readDatedRate } from '../kernel/dated-rates.ts';
import { type Config, ConfigError } from './config.ts';

/** Reads the policy from the settings. Throws ConfigError when they or a file they name cannot be used. */
export async function policyOf(config: Config): Promise<Policy> {
  if (config.refundBatchTimes.length === 0)
    throw new ConfigError(['TEFO_REFUND_BATCH_TIMES must name one time at least']);
  const files = config.holidaysFile || config.cdvFile ? await import('./operator-files.ts') : undefined;
  return {
    hasBanks: config.simulatedBank,
    calendar: createCalendar(
      config.holidaysFile ? files!.readHolidays(config.holidaysFile) : { add: [], remove: [] },
    ),
    refundBatchTimes: config.refundBatchTimes,
    chargeTime: config.chargeTime,
    settlementCutOff: config.settlementCutOff,
    accountRules: config.cdvFile ? files!.readAccountRules(config.cdvFile) : ownAccountRules(),
    addressRules: {
      mode: config.mode,
      allowedNetworks: config.allowedNetworks,
      httpAllowed: config.httpAllowed,
    },
    operatorDomains: config.oidcDomains,
    operator: {
      name: config.operatorName,
      address: config.operatorAddress || null,
      vatNumber: config.vatNumber || null,
    },
    vatRates: config.vatRates.map(readDatedRate),
    isOnboardingRequired: config.onboarding === 'required',
    mail: config.smtpUrl ? 'smtp' : config.mode === 'staging' ? 'mailbox' : 'off',
    realTimeAllowed: config.rtcAllowed,
    realTimeLimits: {
      businessHours: BigInt(config.rtcLimitCents),
      until: config.rtcUntil,
      otherwise: BigInt(config.rtcLimitOtherwiseCents),
    },
  };
}

/** The table of the service. Its tests check it against the schema for operators' files. */
function ownAccountRules(): AccountRules {
  return JSON.parse(readFileSync(new URL('./cdv.json', import.meta.url), 'utf8')) as AccountRules;
}
