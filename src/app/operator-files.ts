// Reads files that settings name and validates them. Loaded only when a setting names one.
import { readFileSync } from 'node:fs';
import Type, { type TSchema } from 'typebox';
import type { AccountRules } from '../core/account-numbers.ts';
import type { HolidayOverrides } from '../kernel/business-days.ts';
import { formed, validatorOf } from '../kernel/formats/validate.ts';
import { ConfigError } from './config.ts';

const closed = { additionalProperties: false };
const day = Type.String({ format: 'date' });
const validateHolidays = validatorOf(Type.Object({ add: Type.Array(day), remove: Type.Array(day) }, closed));

const listOf = (item: TSchema) => Type.Array(item, { minItems: 1 });
const branches = listOf(
  formed('^\\d{6}(-\\d{6})?$', 'must be a branch code of 6 digits, or two with a dash between them'),
);
const length = Type.Integer({ minimum: 1, maximum: 20 });
const digits = formed('^\\d{1,11}$', 'must be 1 to 11 digits');

const validateAccountRules = validatorOf(
  Type.Object(
    {
      dated: day,
      source: Type.String(),
      anyLength: Type.Object({ least: length, most: length }, closed),
      banks: listOf(
        Type.Object(
          {
            bankId: Type.String({ format: 'uuid' }),
            name: Type.String({ minLength: 1 }),
            branches,
            lengths: Type.Optional(listOf(length)),
            demands: Type.Optional(
              listOf(
                Type.Object(
                  {
                    lengths: listOf(length),
                    branches: Type.Optional(branches),
                    startsWith: Type.Optional(listOf(digits)),
                  },
                  closed,
                ),
              ),
            ),
            checks: Type.Array(
              Type.Object(
                {
                  exception: Type.Optional(Type.String()),
                  accountTypes: Type.Optional(listOf(Type.Enum([1, 2, 3, 4, 6]))),
                  branches: Type.Optional(branches),
                  lengths: Type.Optional(listOf(length)),
                  startsWith: Type.Optional(listOf(digits)),
                  endsWith: Type.Optional(listOf(digits)),
                  addToLastDigit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
                  weights: Type.Array(Type.Integer({ minimum: 0, maximum: 99 }), {
                    minItems: 11,
                    maxItems: 11,
                  }),
                  modulus: Type.Integer({ minimum: 1, maximum: 99 }),
                  fudge: Type.Optional(Type.Integer({ minimum: 0, maximum: 99 })),
                  remainder: Type.Optional(Type.Integer({ minimum: 0, maximum: 98 })),
                },
                closed,
              ),
            ),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

/** Reads TEFO_HOLIDAYS_FILE. Throws ConfigError when the file is invalid. */
export function readHolidays(path: string): HolidayOverrides {
  return readFile('TEFO_HOLIDAYS_FILE', path, validateHolidays) as HolidayOverrides;
}

/** Reads TEFO_CDV_FILE. Throws ConfigError when the file is invalid. */
export function readAccountRules(path: string): AccountRules {
  return readFile('TEFO_CDV_FILE', path, validateAccountRules) as AccountRules;
}

function readFile(setting: string, path: string, validate: ReturnType<typeof validatorOf>): unknown {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError([`${setting} cannot be read: ${(error as Error).message}`]);
  }
  const problem = validate(given);
  if (problem) throw new ConfigError([`${setting}: ${problem.pointer || 'the file'} ${problem.rule}`]);
  return given;
}
