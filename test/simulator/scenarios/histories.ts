import { scenario } from '../scenario.ts';

export default scenario({
  what: 'random histories of merchants, payers, banks and receivers with faults, one step after another: all is as a model predicts',
  replaces: [],
  // `whole=true`: a history that violates a rule is not shortened.
  settings: { steps: 200, whole: false },
  play: async (options) => {
    const { playHistory } = await import('../history.ts');
    return await playHistory(options);
  },
});
