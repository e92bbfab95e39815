// The number of cases of a test: enough for the rule with every `npm test`, all with `npm run test:all`.

/** Whether this is `npm run test:all`. */
export const isLong = process.env.TEST_LONG === '1';

export const budget = (short: number, long: number): number => (isLong ? long : short);
