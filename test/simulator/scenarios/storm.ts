import { oneOf, scenario } from '../scenario.ts';

export default scenario({
  what: 'kills of the service or PostgreSQL while merchants and customers work: nothing acknowledged is lost or done twice',
  replaces: ['storm'],
  // `target=postgres` kills the database; `bankApart=true` keeps the simulated bank in another that is not killed.
  settings: { kills: 50, shoppers: 12, nightEvery: 5, target: 'tefo', bankApart: false },
  play: async ({ target, ...options }) => {
    const { runStorm } = await import('../../storm/storm.ts');
    const report = await runStorm({
      ...{ ...options, payouts: true, target: oneOf('target', target, ['tefo', 'postgres']) },
    });
    const { acknowledged, readyMs, notifications, quietSeconds, seconds } = report;
    return {
      steps: Object.values(acknowledged).reduce((sum, number) => sum + number, 0),
      faults: { [`kill of ${report.target}`]: report.kills, 'lost response': report.lostAnswers },
      violations: report.violations,
      reached: { ...report.reached, ...acknowledged, nights: report.nights, settlements: report.settlements },
      figures: { readyMs, notifications, quietSeconds, seconds },
    };
  },
});
