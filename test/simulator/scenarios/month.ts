import { scenario } from '../scenario.ts';

export default scenario({
  what: 'three months of two shops with holidays, outages, VAT, invoices and kills: every cent agrees each night',
  replaces: ['month'],
  // Good Friday, Family Day, Freedom Day, Workers' Day and Youth Day; VAT from May, another rate from 10 June.
  settings: { from: '2028-04-01', to: '2028-06-30', sales: 2, kills: 3 },
  play: async (options) => {
    const { runMonth } = await import('../../month/month.ts');
    const report = await runMonth(options);
    return {
      steps: report.days,
      faults: { 'kill of tefo': report.kills, 'notification refused': report.notifications.refused },
      violations: report.violations,
      reached: { ...report.reached, ...report.happened, ...report.papers },
      figures: { settlements: report.settlements, settledCents: report.settled, seconds: report.seconds },
    };
  },
});
