import { scenario } from '../scenario.ts';

export default scenario({
  what: 'a million damaged bank statements of all formats: each is read or refused, and none crashes or hangs',
  replaces: ['statements'],
  // The same number of threads draws the same damage.
  settings: { mutations: 1_000_000, threads: 2 },
  play: async (options) => {
    const { mutateInThreads } = await import('../../statements/threads.ts');
    const { runs, accepted, refused, slowest, breaches } = await mutateInThreads(options);
    const reached = { accepted, refused };
    const figures = { slowestMs: slowest };
    return { steps: runs, faults: { 'damaged file': runs }, violations: breaches, reached, figures };
  },
});
