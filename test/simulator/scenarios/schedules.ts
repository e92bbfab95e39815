import { scenario } from '../scenario.ts';

export default scenario({
  what: 'random schedules of subscriptions against an oracle: every charge is on its day',
  replaces: ['schedules'],
  settings: { number: 100_000 },
  play: async ({ number, seed }) => {
    const { compareSchedules } = await import('../../schedules/schedules.ts');
    const { schedules, occurrences, moved, cut, disagreements } = compareSchedules(number, seed);
    return {
      steps: schedules,
      faults: {},
      violations: disagreements,
      reached: { occurrences, 'moved by a holiday or weekend': moved, 'last day of a shorter month': cut },
    };
  },
});
