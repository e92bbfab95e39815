// Settings of when money moves and of its limits: batches, cut-offs, business days, VAT on fees, real-time clearing.
import { readDatedRate } from '../kernel/dated-rates.ts';
import { checked, flag, list, setting, text, whole } from '../kernel/process/settings.ts';
import { isProduction } from './config-values.ts';

export const moneySettings = {
  refundBatchTimes: setting(
    'TEFO_REFUND_BATCH_TIMES',
    list('times like `10:00`', (item) => Temporal.PlainTime.from(item)),
    '10:00,14:00,16:00',
    'The times of refund batches on business days, in South African time.',
  ),
  chargeTime: setting(
    'TEFO_CHARGE_TIME',
    checked('a time like `06:00`', (given) => Temporal.PlainTime.from(given)),
    '06:00',
    'The time at which subscription charges are sent on their day, in South African time.',
  ),
  settlementCutOff: setting(
    'TEFO_SETTLEMENT_CUT_OFF',
    checked('a time like `23:59:59.999`', (given) => Temporal.PlainTime.from(given)),
    '23:59:59.999',
    'The cut-off of a business day for settlements, in South African time.',
  ),
  vatNumber: setting(
    'TEFO_VAT_NUMBER',
    checked('ten digits that begin with 4', (given) => {
      if (!/^4\d{9}$/.test(given)) throw new Error();
    }),
    '',
    'The VAT number of the operator, shown on tax invoices.',
  ),
  vatRates: setting(
    'TEFO_VAT_RATES',
    list('rates with their first day like `15@2026-12-01`', readDatedRate),
    '',
    'The rates of VAT that fees include, each from a South African day on. Fees before the first rate include no VAT. Default: no VAT.',
  ),
  holidaysFile: setting(
    'TEFO_HOLIDAYS_FILE',
    text,
    '',
    'A JSON file `{"add": ["2026-12-24"], "remove": []}` that adds and removes public holidays of the built-in table.',
  ),
  cdvFile: setting(
    'TEFO_CDV_FILE',
    text,
    '',
    'A JSON file that replaces `src/app/cdv.json`, with newer branch ranges and check digit rules of the banks.',
  ),
  rtcAllowed: setting(
    'TEFO_RTC_ALLOWED',
    flag,
    {
      of: (earlier) => String(isProduction(earlier)),
      inWords: '`false`, in production `true`',
    },
    'Allows real-time clearing for payouts and refunds. In staging it is off, unless this setting enables it for tests of its limits.',
  ),
  rtcLimitCents: setting(
    'TEFO_RTC_LIMIT_CENTS',
    whole(0, 100_000_000_000),
    '500000000',
    'The maximum amount of real-time clearing on business days until TEFO_RTC_UNTIL, in cents.',
  ),
  rtcLimitOtherwiseCents: setting(
    'TEFO_RTC_LIMIT_OTHERWISE_CENTS',
    whole(0, 100_000_000_000),
    '25000000',
    'The maximum amount of real-time clearing at any other time, in cents.',
  ),
  rtcUntil: setting(
    'TEFO_RTC_UNTIL',
    checked('a time like `16:00`', (given) => Temporal.PlainTime.from(given)),
    '16:00',
    'The time on a business day until which the higher limit of real-time clearing applies, in South African time.',
  ),
};
