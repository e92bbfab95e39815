import { scenario } from '../scenario.ts';

export default scenario({
  what: 'live pages of 200 users: changes appear within three seconds, and creating payments keeps 0.97 of its speed',
  replaces: ['live'],
  settings: { streams: 200, seconds: 30, rate: 100, rounds: 5 },
  play: async (options) => {
    const { measureLive } = await import('../../live/live.ts');
    const { violations, changes, ...figures } = await measureLive(options);
    return { steps: changes, faults: {}, violations, reached: { changes }, figures };
  },
});
