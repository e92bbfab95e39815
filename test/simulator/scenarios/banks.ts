import { scenario } from '../scenario.ts';

export default scenario({
  what: 'a month with two banks that a script plays through files, with kills: books and statements agree each evening',
  replaces: ['banks'],
  // `sftp=true` gives one of the banks an SFTP server.
  settings: { days: 30, kills: 40, sftp: false },
  play: async (options) => {
    const { runBanks } = await import('../../banks/month.ts');
    const { days, kills, counts, reached, violations, seconds } = await runBanks(options);
    const faults = { 'kill of tefo': kills, 'lost response': counts['lost responses'] ?? 0 };
    return { steps: days, faults, violations, reached: { ...reached, ...counts }, figures: { seconds } };
  },
});
