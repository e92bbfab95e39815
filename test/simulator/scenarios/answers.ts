import { scenario } from '../scenario.ts';

export default scenario({
  what: 'a million damaged payment status reports (pain.002): each is read or refused, and none crashes or hangs',
  replaces: ['answers'],
  settings: { mutations: 1_000_000 },
  play: async ({ mutations, seed }) => {
    const { tryMutations } = await import('../../pain/mutations.ts');
    const { tried, read, refused, slowestMs, faults } = tryMutations(seed, mutations);
    const hung = slowestMs > mostMs ? [`one took ${Math.round(slowestMs)} ms`] : [];
    return {
      ...{ steps: tried, faults: { 'damaged file': tried }, violations: [...faults, ...hung] },
      ...{ reached: { read, refused }, figures: { slowestMs } },
    };
  },
});

/** Far more than any report of these sizes takes, and far less than a hang. */
const mostMs = 1_000;
