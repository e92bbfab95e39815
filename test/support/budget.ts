// How much a proof tries: enough to meet the rule with every `npm test`, and everything with `npm run long`.
const isLong = process.env.TEST_LONG === '1';

export const budget = (short: number, long: number): number => (isLong ? long : short);
