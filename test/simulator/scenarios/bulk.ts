import { scenario } from '../scenario.ts';

export default scenario({
  what: 'large bulk jobs, compressed bombs, and kills in the middle of a job: each item is done once, and the service stays small',
  replaces: ['bulk'],
  settings: { items: 5000, kills: 3 },
  play: async (options) => {
    const { runBulk } = await import('../../bulk/bulk.ts');
    const { jobs, bombs, kills, violations } = await runBulk(options);
    return {
      steps: options.items * (jobs.length + kills.length),
      faults: { 'kill of tefo': kills.length, 'compressed bomb': bombs.length },
      violations,
      reached: { jobs: jobs.length, 'jobs that continued': kills.length },
      figures: { jobs, bombs, kills },
    };
  },
});
