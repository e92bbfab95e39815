// The authorisation pages: each is a pure function from its data to markup.
export { chooseBank } from './views/choose-bank.ts';
export { atBank, waiting } from './views/progress.ts';
export { active, cancelled, completed, declined, expired, stopped } from './views/results.ts';
