// The console's six charts: pure functions from figures (reports/totals) to markup.

export { moneyPlacesChart } from './balances.ts';
export { bankSuccessChart } from './bank-success.ts';
export { moneyInChart } from './gross-volume.ts';
export { notificationsChart } from './notifications.ts';
export { endingsChart } from './outcomes.ts';
export { answerTimesChart } from './response-times.ts';
