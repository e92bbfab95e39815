import { scenario } from '../scenario.ts';

export default scenario({
  what: 'half of the full load for hours: memory, response times and pending work do not grow',
  replaces: ['soak'],
  settings: { minutes: 120, shoppers: 12 },
  play: async (options) => {
    const { soak } = await import('../../soak/soak.ts');
    const { driftOf, slopeOf } = await import('../../soak/figures.ts');
    const { rounded } = await import('../../support/figures.ts');
    const { full, half, payments, minutes, check, violations } = await soak(options);
    const memory = minutes.map(({ megabytes }) => megabytes);
    const slowest = minutes.map(({ p99Ms }) => p99Ms);
    const backlog = minutes.map((minute) => minute.backlog);
    return {
      ...{ steps: payments, faults: {}, reached: { payments, minutes: minutes.length } },
      violations: check ? violations : [...violations, 'tefo check fails'],
      figures: {
        paymentsPerSecond: { full: rounded(full), soak: rounded(half) },
        memory: {
          ...{ firstMegabytes: memory[0], lastMegabytes: memory.at(-1) },
          megabytesPerHour: rounded(60 * slopeOf(memory)),
        },
        p99: { firstMs: slowest[0], lastMs: slowest.at(-1), drift: rounded(driftOf(slowest)) },
        backlog: { largest: Math.max(...backlog), last: backlog.at(-1) },
      },
    };
  },
});
