import { scenario } from '../scenario.ts';

export default scenario({
  what: 'all bookings of one site: at least 0.9 of the speed of the same load over many sites',
  replaces: ['ledger -- --only hot'],
  settings: { clients: '8,16,32', rounds: 20, seconds: 1, sites: 500 },
  play: async ({ clients, rounds, seconds, sites, say }) => {
    const { measureHot } = await import('../../ledger/hot.ts');
    const { onDurableServer } = await import('../../support/durable-server.ts');
    const { mean, rounded } = await import('../../support/figures.ts');
    const numbers = clients.split(',').map(Number);
    const reports = await onDurableServer((url) =>
      measureHot({ url, clients: numbers, rounds, seconds, sites, say }),
    );
    const figures = reports.map((report) => {
      const [hot, spread, row] = [report.rates.hot, report.rates.spread, report.rates.row].map(mean);
      return {
        ...{ clients: report.clients, bookingsPerSecond: { hot, spread, row } },
        share: rounded(hot! / spread!),
      };
    });
    return {
      ...{ steps: numbers.length * rounds, faults: {}, reached: {} },
      violations: figures
        .filter(({ share }) => share < leastShare)
        .map((figure) => `one site books ${figure.share} of many at ${figure.clients} clients`),
      figures,
    };
  },
});

const leastShare = 0.9;
