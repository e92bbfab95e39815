import { scenario } from '../scenario.ts';

export default scenario({
  what: 'a million random requests to all surfaces: each response is as documented, in time, and memory stays flat',
  replaces: ['fuzz'],
  settings: { requests: 1_000_000, abreast: 32 },
  play: async (options) => {
    const { fuzzProcess } = await import('../../fuzz/process.ts');
    const { requests, breaches, statuses, longestMs, memory, seconds } = await fuzzProcess(options);
    return {
      steps: requests,
      faults: { 'hostile request': requests },
      violations: Object.entries(breaches).map(([what, first]) => `${what}: ${first}`),
      reached: statuses,
      figures: { longestMs, megabytesByQuarter: memory, seconds },
    };
  },
});
