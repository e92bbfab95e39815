import { scenario } from '../scenario.ts';

export default scenario({
  what: 'eight merchants of one service, each with several clients at once, while it and PostgreSQL fail: all is as models predict, in one order',
  replaces: [],
  settings: { merchants: 8, rounds: 20, steps: 10, faults: true },
  play: async (options) => {
    const { playCrowd } = await import('../crowd.ts');
    return await playCrowd(options);
  },
});
