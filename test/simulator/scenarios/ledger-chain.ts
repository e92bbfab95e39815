import { scenario } from '../scenario.ts';

export default scenario({
  what: 'linkers that are killed build the chain of a million entries; a recomputation locates every flipped bit',
  replaces: ['ledger -- --only chain'],
  settings: { entries: 1_000_000, flips: 40 },
  play: async ({ entries, flips, seed, say }) => {
    const { measureTampering } = await import('../../ledger/tampering.ts');
    const { onDurableServer } = await import('../../support/durable-server.ts');
    const { seeded } = await import('../../storm/random.ts');
    const random = seeded(seed, 'ledger');
    const { violations, kills, located, journals, ...figures } = await onDurableServer((url) =>
      measureTampering({ url, entries, flips, random, say }),
    );
    const isSlow = figures.verifySeconds > (mostVerifySeconds * entries) / 1_000_000;
    return {
      steps: journals,
      faults: { 'kill of a linker': kills, 'flipped bit': flips },
      violations: [...violations, ...(isSlow ? [`recomputed in ${figures.verifySeconds.toFixed(1)} s`] : [])],
      reached: { journals, 'located bits': located },
      figures,
    };
  },
});

/** Of a million entries. */
const mostVerifySeconds = 60;
