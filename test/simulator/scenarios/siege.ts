import { oneOf, scenario } from '../scenario.ts';

export default scenario({
  what: 'attacks from outside and inside: for an honest merchant the p99 of creating rises by less than half, and nothing is refused',
  replaces: ['siege'],
  // `part=outside` or `inside`; `attacks=consoleUser` runs some of a part; empty: all.
  settings: {
    part: 'outside,inside',
    attacks: '',
    rounds: 4,
    seconds: 15,
    slow: 500,
    hostile: 100,
    signIns: 400,
  },
  play: async (options) => {
    const { besiege } = await import('../../siege/siege.ts');
    const parts = options.part.split(',').map((part) => oneOf('part', part, ['outside', 'inside'] as const));
    const figures: Record<string, object> = {};
    const violations: string[] = [];
    for (const part of parts) {
      const report = await besiege({ ...options, part });
      figures[part] = report.figures;
      violations.push(...report.violations.map((violation) => `${part}: ${violation}`));
    }
    const rounds = parts.length * options.rounds;
    return { steps: rounds, faults: { 'round of attacks': rounds }, violations, reached: {}, figures };
  },
});
