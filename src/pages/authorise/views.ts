// The authorisation pages: each a pure function from what it shows to markup.
export { chooseBank } from './views/choose-bank.ts';
export { atBank, waiting } from './views/progress.ts';
export { active, cancelled, completed, declined, expired, stopped } from './views/results.ts';
