// The operator's settings as the core's policy.
import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { type Config, ConfigError } from './config.ts';
import type { Policy } from './core/policy.ts';
import { createCalendar, type HolidayOverrides } from './kernel/business-days.ts';
import { judgeOf } from './kernel/validate.ts';

const day = Type.String({ format: 'date' });
const judge = judgeOf(
  Type.Object({ add: Type.Array(day), remove: Type.Array(day) }, { additionalProperties: false }),
);

/** Reads the policy from the settings. Throws ConfigError when the holidays file is not usable. */
export function policyOf(config: Config): Policy {
  return {
    calendar: createCalendar(readHolidays(config.holidaysFile)),
    refundBatchTimes: config.refundBatchTimes,
    settlementCutOff: config.settlementCutOff,
    realTimeAllowed: config.mode === 'production',
    realTimeLimits: {
      businessHours: BigInt(config.rtcLimitCents),
      until: config.rtcUntil,
      otherwise: BigInt(config.rtcLimitOtherwiseCents),
    },
  };
}

function readHolidays(path: string): HolidayOverrides {
  if (path === '') return { add: [], remove: [] };
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError([`TEFO_HOLIDAYS_FILE cannot be read: ${(error as Error).message}`]);
  }
  const problem = judge(given);
  if (problem)
    throw new ConfigError([`TEFO_HOLIDAYS_FILE: ${problem.pointer || 'the file'} ${problem.rule}`]);
  return given as HolidayOverrides;
}
