import { scenario } from '../scenario.ts';

export default scenario({
  what: 'two schedulers at once, killed anywhere: each occurrence of a subscription is charged once, and none is left out',
  replaces: ['scheduler'],
  // `isReal=false` runs them in one process and cuts connections in place of kills.
  settings: { rounds: 100, isReal: true },
  play: async (options) => {
    const { runScheduler } = await import('../../scheduler/scheduler.ts');
    const { rounds, kills, violations, ...reached } = await runScheduler(options);
    return { steps: rounds, faults: { 'kill of a scheduler': kills }, violations, reached };
  },
});
