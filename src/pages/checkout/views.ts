// The checkout's pages: each is a pure function from its data to markup.
export { chooseBank } from './views/choose-bank.ts';
export { eft, held } from './views/eft.ts';
export { atBank, waiting } from './views/progress.ts';
export { cancelled, charge, expired, notPaid, paid, takenBack } from './views/results.ts';
export { chooseTestOutcome } from './views/test-outcome.ts';
