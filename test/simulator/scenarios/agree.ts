import { scenario } from '../scenario.ts';

export default scenario({
  what: 'random filters over random rows at the console: lists, counts, exports, charts and settlements agree',
  replaces: ['agree'],
  settings: { cases: 1_000, payments: 20_000 },
  play: async ({ cases, payments, seed }) => {
    const { agreeOverRows } = await import('../../agree/agree.ts');
    const { cases: steps, ...reached } = await agreeOverRows({ cases, payments, seed });
    return { steps, faults: {}, violations: [], reached };
  },
});
