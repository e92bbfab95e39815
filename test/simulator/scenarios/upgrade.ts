import { scenario } from '../scenario.ts';

export default scenario({
  what: 'the version before and this one over one database under load, forward, back and forward: no request fails',
  replaces: ['upgrade'],
  // `from`: a revision; empty: the newest commit that lacks a migration of this tree. Payments that are filled in before have
  // no books, which are not judged then.
  settings: { from: '', payments: 0, seconds: 15, shoppers: 6 },
  play: async ({ from, payments, ...options }) => {
    const { proveUpgrade } = await import('../../upgrade/upgrade.ts');
    const { unpack, versionBefore } = await import('../../upgrade/versions.ts');
    const before = await unpack(from || (await versionBefore()));
    try {
      options.say(`from ${before.commit}, whose newest migration is ${before.migrations.at(-1)}`);
      const report = await proveUpgrade(before, { ...options, filled: payments });
      const { failures, violations, check, requests, ...figures } = report;
      const failed = failures.slice(0, 20);
      return {
        steps: requests,
        faults: { 'change of version': 3 },
        violations: [...failed, ...violations, ...(check === false ? ['tefo check fails'] : [])],
        reached: { requests, payments: report.payments },
        figures: { from: before.commit, ...figures },
      };
    } finally {
      await before.remove();
    }
  },
});
