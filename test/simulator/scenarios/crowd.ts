import { scenario } from '../scenario.ts';

export default scenario({
  what: 'eight merchants of one service at the same time: for each, all is as its own model predicts',
  replaces: [],
  settings: { merchants: 8, rounds: 20, steps: 10 },
  play: async (options) => {
    const { playCrowd } = await import('../crowd.ts');
    return await playCrowd(options);
  },
});
