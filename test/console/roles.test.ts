// Every page and every form of the console, requested by every role and without a session: permissions.ts decides.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { roles, rolesThatMay } from '../../src/core/users/permissions.ts';
import { areas, consolePath } from '../../src/pages/console/navigation.ts';
import { consoleForms, consolePages } from '../../src/pages/console/routes.ts';
import { openService } from '../support/opening.ts';
import { routesWithoutObjects } from './long/world.ts';
import { ask, assertPlain, type Visitor, visitorOf } from './support.ts';

const visitors = new Map<string, Visitor>();
const service = await openService();
for (const role of roles) visitors.set(role, await visitorOf(service, role));

/** An address of a route, of a missing object. */
const somewhere = (path: string): string => path.replace(/:\w+/g, () => randomUUID());

test('every link of the navigation leads to a page', () => {
  const paths = new Set(consolePages.map(({ path }) => path));
  for (const { pages } of areas) for (const { name } of pages) assert.ok(paths.has(consolePath(name)), name);
});

test('the long proofs of the console have objects for every page of one object', () => {
  assert.deepEqual(routesWithoutObjects(), []);
});

test('only users whose role includes a page see it', async () => {
  for (const { path, action, isExport } of consolePages) {
    const address = somewhere(path);
    for (const role of roles) {
      const { status, text } = await visitors.get(role)!.get(address);
      const isAllowed = rolesThatMay(action, true).includes(role);
      assert.equal(status === 403, !isAllowed, `${path}, ${role}: ${status}`);
      assert.ok(status < 500, `${path}, ${role}: ${status} ${text}`);
      if (!isExport) assertPlain(text, `${path}, ${role}`);
    }
  }
});

test('no page or form responds without a sign-in', async () => {
  const pages = consolePages.map(async ({ path, isExport }) => {
    assert.equal((await ask(service, somewhere(path))).status, isExport ? 401 : 303, path);
  });
  // All at once: an address that is refused often gets its refusals late.
  const forms = consoleForms.map(async ({ path }) => {
    assert.equal((await ask(service, somewhere(path), { fields: {} })).status, 401, path);
  });
  await Promise.all([...pages, ...forms]);
});

test('markup gives htmx only the permitted attributes', () => {
  assertPlain('<a href="/" hx-get="/" hx-swap="outerHTML">', 'here');
  for (const wrong of [
    '<a hx-on:click="x()">',
    '<a data-hx-get="/">',
    '<a hx-vals="js:x">',
    '<a hx-get="js:x()">',
    '<a hx-trigger="click[x]">',
    '<a hx-boost>',
    '<a onclick="x">',
    '<a style="x">',
  ])
    assert.throws(() => assertPlain(wrong, 'here'), wrong);
});

test('only users whose role includes a form can submit it', async () => {
  for (const { path, action } of consoleForms) {
    const address = somewhere(path);
    for (const role of roles) {
      const { status, text } = await visitors.get(role)!.post(address, {});
      const isAllowed = rolesThatMay(action, true).includes(role);
      assert.equal(status === 403, !isAllowed, `${path}, ${role}: ${status}`);
      assert.ok(status < 500 && status !== 303, `${path}, ${role}: ${status} ${text}`);
    }
  }
});

test('an unknown parameter is named; one that is not text names nothing', async () => {
  const admins = ['admin', 'operator-admin'].map((role) => visitors.get(role)!);
  for (const { path, action, takes } of consolePages) {
    const [admin] = admins.filter((_, at) =>
      rolesThatMay(action, true).includes(at === 0 ? 'admin' : 'operator-admin'),
    );
    const { status, text } = await admin!.get(`${somewhere(path)}?unknownthing=1`);
    // The query first looks up the owner of the filtered rows.
    const isThing = takes === 'filters' && path.includes(':');
    assert.equal(status, isThing ? 404 : 400, path);
    assert.ok(isThing || text.includes('unknownthing'), path);
  }
  const [admin] = admins;
  for (const path of ['/console/settings/a%00b', '/console/payments/%00'])
    assert.equal((await admin!.get(path)).status, 404, path);
  for (const query of [
    'payments?reference=%00',
    'payments?site=a&site=b',
    'search?q=%00',
    'ledger?day=1&day=2',
  ])
    assert.equal((await admin!.get(`/console/${query}`)).status, 400, query);
});
