import { oneOf, scenario } from '../scenario.ts';

export default scenario({
  what: 'kills of parts of a cluster (Patroni, etcd, HAProxy, API, worker) under load: nothing acknowledged is lost or doubled',
  replaces: ['failover'],
  // `kills=primary,choice` are the targets in turn; empty: all. `over=hosts`: the service knows all servers and needs no HAProxy.
  // Debian packages of missing programs are unpacked to `packages`.
  settings: { rounds: 20, shoppers: 6, kills: '', over: 'haproxy', packages: 'node_modules/.cache/failover' },
  play: async ({ rounds, shoppers, kills, over, packages, seed, say }) => {
    const { proveFailover } = await import('../../failover/failover.ts');
    const { targetsOf } = await import('../../failover/kills.ts');
    const { findPrograms } = await import('../../failover/programs.ts');
    const { resolve } = await import('node:path');
    const programs = await findPrograms(resolve(packages), say);
    const report = await proveFailover(programs, {
      ...{ rounds, shoppers, seed, say, turns: targetsOf(kills) },
      over: oneOf('over', over, ['haproxy', 'hosts']),
    });
    const killed = Map.groupBy(report.rounds, ({ target }) => target);
    const { acknowledged, check, violations, without, notifications, seconds } = report;
    return {
      steps: Object.values(acknowledged).reduce((sum, each) => sum + each, 0),
      faults: {
        ...Object.fromEntries([...killed].map(([target, all]) => [`kill of ${target}`, all.length])),
        'lost response': report.lostAnswers,
      },
      violations: [...violations, ...(check ? [] : ['tefo check fails'])],
      reached: { ...acknowledged, notifications },
      figures: { secondsWithoutService: without, seconds },
    };
  },
});
