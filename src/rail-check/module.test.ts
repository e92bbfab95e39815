// The conformance suite passes the guide's own rail, and each fault that is planted into it makes its group fail.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { budget } from '../../test/support/budget.ts';
import { exampleRail } from '../../test/support/guide.ts';
import { checkModule } from './module.ts';
import type { GroupNumber, Report } from './report.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tefo-rails-'));
  await writeFile(join(folder, 'example.mjs'), await exampleRail());
});
after(() => rm(folder, { recursive: true }));

function checkFile(name: string, groups?: GroupNumber[]): Promise<Report> {
  const { href } = pathToFileURL(join(folder, name));
  return checkModule(name, href, () => import(href), groups && { groups });
}

const broken = ({ rules }: Report) =>
  rules.filter(({ ok }) => !ok).map(({ group, rule, detail }) => `${group} ${rule}: ${detail}`);

test('the rail of the guide keeps every rule, and there is one in each group', async () => {
  const report = await checkFile('example.mjs');
  assert.deepEqual(broken(report), []);
  assert.ok(report.ok);
  assert.deepEqual(report.abilities, ['deposits', 'transfers']);
  assert.deepEqual([...new Set(report.rules.map(({ group }) => group))], [1, 2, 3, 4, 5, 6, 7]);
});

/** A module around the example: its code may use `real`, and returns a rail. `inner` is the rail that it spoils. */
const spoiled = (code: string, head = '') => `
import * as real from './example.mjs';
export const createCounterpart = real.createCounterpart;
${head}
const spoil = (inner, transfers) => ({ ...inner, transfers: { ...inner.transfers, ...transfers } });
export function createRail(deps) {
  const inner = real.createRail(deps);
  const { transfer, enquire } = inner.transfers;
  ${code}
}`;

const faults: [GroupNumber, string, string, string?][] = [
  [
    1,
    'pays twice',
    `return spoil(inner, { transfer: async (o) => { await transfer({ ...o, id: o.id.replace(/.$/, 'x') }); return transfer(o); } });`,
  ],
  [
    1,
    'orders under an id of its own',
    `return spoil(inner, { transfer: (o) => transfer({ ...o, id: crypto.randomUUID() }) });`,
  ],
  [
    1,
    'remembers in the module, and pays again after a crash',
    `
    return spoil(inner, { transfer: async (o) => {
      const id = seen.get(o.id) ?? seen.set(o.id, 'x' + Math.random()).get(o.id);
      await null;
      await transfer({ ...o, id });
      return transfer(o);
    } });`,
    'const seen = new Map();',
  ],
  [
    1,
    'takes a lost answer for a bank that was not reached',
    `
    return spoil(inner, { transfer: (o) => transfer(o).catch((e) => { throw e instanceof deps.errors.BankTimeout ? new deps.errors.BankUnavailable('x') : e; }) });`,
  ],
  [
    2,
    'answers paid about anything',
    `return spoil(inner, { enquire: async () => ({ outcome: 'paid', reason: null }) });`,
  ],
  [
    2,
    'hears no outcome',
    `return spoil(inner, { enquire: async (o) => ({ ...(await enquire(o)), outcome: 'pending' }) });`,
  ],
  [
    2,
    'keeps the first outcome that it heard',
    `
    const first = new Map();
    return spoil(inner, { enquire: async (o) => {
      const answer = first.get(o.id) ?? (await enquire(o));
      if (answer.outcome === 'paid') first.set(o.id, answer);
      return answer;
    } });`,
  ],
  [
    2,
    'answers paid about strangers',
    `
    return spoil(inner, { enquire: async (o) => { const a = await enquire(o); return a.outcome === 'unknown' ? { outcome: 'paid', reason: null } : a; } });`,
  ],
  [
    3,
    'pays a cent more',
    `return spoil(inner, { transfer: (o) => transfer({ ...o, amount: o.amount + 1n }) });`,
  ],
  [
    3,
    'calculates in rand',
    `return spoil(inner, { transfer: (o) => transfer({ ...o, amount: BigInt(Math.trunc((Number(o.amount) / 100) * 100)) }) });`,
  ],
  [
    3,
    'rounds as a short float',
    `return spoil(inner, { transfer: (o) => transfer({ ...o, amount: BigInt(Math.fround(Number(o.amount))) }) });`,
  ],
  [
    3,
    'refuses names that it does not like',
    `
    return spoil(inner, { transfer: (o) => { if (/[^ -~]/.test(o.accountHolder ?? '')) throw new Error('bad name'); return transfer(o); } });`,
  ],
  [
    4,
    'tells deposits twice',
    `return real.createRail({ ...deps, onDeposit: async (d) => { await deps.onDeposit(d); await deps.onDeposit(d); } });`,
  ],
  [
    4,
    'tells deposits under ids of its own',
    `return real.createRail({ ...deps, onDeposit: (d) => deps.onDeposit({ ...d, id: crypto.randomUUID() }) });`,
  ],
  [
    4,
    'tells a cent less',
    `return real.createRail({ ...deps, onDeposit: (d) => deps.onDeposit({ ...d, amount: d.amount - 1n }) });`,
  ],
  [
    4,
    'loses what could not be taken',
    `return real.createRail({ ...deps, onDeposit: (d) => deps.onDeposit(d).catch(() => {}) });`,
  ],
  [5, 'reads Date.now', `return spoil(inner, { enquire: (o) => { Date.now(); return enquire(o); } });`],
  [
    5,
    'makes a date of now',
    `return spoil(inner, { transfer: (o) => { String(new Date()); return transfer(o); } });`,
  ],
  [
    5,
    'reads Temporal.Now',
    `return spoil(inner, { transfer: (o) => { Temporal.Now.instant(); return transfer(o); } });`,
  ],
  [5, 'has read the clock when it was loaded', `return inner;`, 'const loadedAt = Date.now();'],
  [
    6,
    'pays one in some twice',
    `
    let count = 0;
    return spoil(inner, { transfer: async (o) => { if ((count += 1) % 3 === 0) await transfer({ ...o, id: crypto.randomUUID() }); return transfer(o); } });`,
  ],
  [
    6,
    'takes returned for paid',
    `
    return spoil(inner, { enquire: async (o) => { const a = await enquire(o); return a.outcome === 'returned' ? { ...a, outcome: 'paid' } : a; } });`,
  ],
  [
    7,
    'logs account numbers',
    `return spoil(inner, { transfer: (o) => { deps.log.info({ to: o.accountNumber }); return transfer(o); } });`,
  ],
  [7, 'prints orders', `return spoil(inner, { transfer: (o) => { console.log(o); return transfer(o); } });`],
  [
    7,
    'tells a secret in an error',
    `
    return spoil(inner, { enquire: async (o) => { const { settings } = await deps.account(o.account); console.error(new Error('key ' + settings.key)); return enquire(o); } });`,
  ],
  [
    7,
    'names an account in what it throws',
    `
    return spoil(inner, { transfer: (o) => transfer(o).catch((e) => { e.message += o.accountNumber; throw e; }) });`,
  ],
  [7, 'keeps the process alive', `setTimeout(() => {}, 15_000); return inner;`],
  [7, 'never answers', `return spoil(inner, { enquire: () => new Promise(() => {}) });`],
];

// One of each group with every `npm test`.
const isTried = (number: number): boolean =>
  faults.findIndex(([group]) => group === faults[number]![0]) >= number - budget(0, faults.length);

describe('faults', () => {
  for (const [number, [group, what, code, head]] of faults.entries()) {
    if (!isTried(number)) continue;
    test(`group ${group} fails for a rail that ${what}`, async () => {
      const name = `fault-${number}.mjs`;
      await writeFile(join(folder, name), spoiled(code, head));
      const report = await checkFile(name, [group]);
      assert.ok(
        report.rules.some((one) => one.group === group && !one.ok),
        JSON.stringify(report, null, 1),
      );
      assert.equal(report.ok, false);
    });
  }
});
