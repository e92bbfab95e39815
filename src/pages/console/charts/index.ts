// The console's six charts: pure functions from figures (reports/totals) to markup.
export { answerTimesChart } from './answer-times.ts';
export { bankSuccessChart } from './bank-success.ts';
export { endingsChart } from './endings.ts';
export { moneyInChart } from './money-in.ts';
export { moneyPlacesChart } from './money-places.ts';
export { noticesChart } from './notices.ts';
