import { scenario } from '../scenario.ts';

export default scenario({
  what: 'random requests with every known mistake in their hash: the hash debugger names at least 99 % of the mistakes',
  replaces: ['hashes'],
  settings: { cases: 500 },
  play: async ({ cases, seed }) => {
    const { examine } = await import('../../hash-debugger/cases.ts');
    const { sumOf } = await import('../../support/figures.ts');
    const scores = examine(cases, seed);
    const [all, named] = [sumOf(scores, (score) => score.cases), sumOf(scores, (score) => score.named)];
    return {
      ...{ steps: all, faults: { 'wrong hash': all } },
      violations: named / all < leastShare ? [`${named} of ${all} mistakes are named`] : [],
      reached: Object.fromEntries(scores.map((score) => [score.mistake, score.named])),
      figures: scores,
    };
  },
});

const leastShare = 0.99;
