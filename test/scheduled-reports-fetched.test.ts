// Scheduled reports that programs fetch by link.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { Tefo } from '../sdk/src/index.ts';
import { parsed, verifiedText } from '../sdk/src/webhooks.ts';
import { newestOf, removeSchedule, withStatus } from '../src/core/scheduled-reports/actions.ts';
import { openMerchant } from '../src/core/users/merchant-opening.ts';
import { everything } from '../src/core/viewer.ts';
import { visitorOf } from './console/support.ts';
import { columnOf } from './support/column.ts';
import { openService } from './support/opening.ts';
import { openReceiver } from './support/receiver.ts';
import { openReports } from './support/reports.ts';
import { local } from './support/settling.ts';

const service = await openService();
const { add, charge, chargeLate, forgetAt, removeAll, runAt } = await openReports(service, { to: 'fetch:' });

describe('scheduled reports', () => {
  test('are fetched by link with a token of their merchant, until their content is deleted', async () => {
    service.clock.set(local('2027-01-03T09:00'));
    const schedule = await add({ name: 'fetched', format: 'xlsx' });
    await charge('2027-01-03T10:00');
    const clientOf = ({ clientId, clientSecret }: typeof service.merchant) =>
      new Tefo({ urls: { one: `${service.base}/one/v1` }, clientId, clientSecret });
    const { one } = clientOf(service.merchant);
    const query = { name: 'fetched' };
    assert.deepEqual((await one.listReports({ query })).results, []);
    await runAt('2027-01-04T06:00');
    const [written] = await withStatus(service.ctx, schedule, await newestOf(service.ctx, schedule, 2));
    assert.deepEqual([written!.period, written!.status], ['2027-01-03', 'delivered']);
    const [report] = (await one.listReports({ query })).results;
    assert.deepEqual([report!.period, report!.rows, report!.format], ['2027-01-03', 1, 'xlsx']);
    const path = { id: report!.id };
    assert.deepEqual(await one.getReport({ path }), report);
    const bytes = await one.getReportFile({ path });
    assert.equal(hash('sha256', bytes, 'hex'), report!.sha256);
    const [audited] = await service.db<{ who: string; subject: string }[]>`
      select who, subject from console.audit where action = 'export' order by position desc limit 1`;
    assert.match(audited!.who, /^client:/);
    assert.match(audited!.subject, /^report [A-Z0-9]+_fetched_2027-01-03_v1\.xlsx$/);
    const other = clientOf(await openMerchant(service.ctx, { name: 'Karoo Wines' })).one;
    assert.deepEqual((await other.listReports()).results, []);
    for (const call of [other.getReport, other.getReportFile])
      await assert.rejects(call({ path }), { status: 404 });
    for (const call of [one.getReport, one.getReportFile])
      await assert.rejects(call({ path: { id: 'fetched' } }), { status: 404 });
    // A removed schedule leaves its files.
    await removeSchedule(service.ctx, everything, schedule.id);
    assert.deepEqual(await one.getReport({ path }), report);
    await forgetAt(new Date(Date.parse(report!.availableUntil) + 60_000));
    await assert.rejects(one.getReportFile({ path }), { status: 404 });
  });

  test('notify their notifyUrl once for each version, with links to the file', async () => {
    service.clock.set(local('2027-03-01T09:00'));
    await assert.rejects(
      add({ name: 'told', notifyUrl: 'ftp://shop.example' }),
      /notifyUrl: must be an http/,
    );
    await assert.rejects(add({ name: 'told', notifyUrl: 'http://169.254.169.254/x' }), /notifyUrl: /);
    const receiver = await openReceiver();
    const schedule = await add({ name: 'told', notifyUrl: receiver.url });
    await charge('2027-03-01T10:00');
    await runAt('2027-03-02T06:00');
    await chargeLate('2027-03-01T23:00');
    await runAt('2027-03-03T06:00');
    await runAt('2027-03-03T07:00');
    await service.drain();
    const reports = (await newestOf(service.ctx, schedule, 10)).filter(
      ({ period }) => period === '2027-03-01',
    );
    assert.equal(reports.length, 2);
    const secret = service.merchant.webhookSecret;
    const posts = await Promise.all(
      receiver.received.map(async ({ body, headers }) => parsed(await verifiedText(body, headers, secret))),
    ).then((all) => all as { type: string; sequence: number; data: { id: string } }[]);
    for (const { id, version, rowCount, sha256 } of reports) {
      const own = posts.filter(({ data }) => data.id === id);
      assert.equal(own.length, 1);
      const { type, sequence, data } = own[0]!;
      const self = `${service.base}/one/v1/reports/${id}`;
      assert.deepEqual([type, sequence], ['report.ready', 1]);
      assert.deepEqual(data, {
        links: { self, file: `${self}/file` },
        ...{
          id,
          status: 'Ready',
          reason: null,
          name: 'told',
          kind: 'fees',
          period: '2027-03-01',
          version,
          format: 'csv',
        },
        ...{ rows: rowCount, sha256 },
      });
    }
    const finance = await visitorOf(service, 'finance');
    const shown = await finance.get(`/console/scheduled-reports/${reports[0]!.id}`);
    assert.ok(shown.text.includes(receiver.url), shown.text);
  });

  test('are listed at the console page by page, with the newest file of each', async () => {
    await removeAll();
    service.clock.set(local('2027-04-01T09:00'));
    const { id: merchantId } = (await openMerchant(service.ctx, { name: 'Veld' })).merchant;
    for (let number = 10; number < 41; number += 1) {
      await add({ name: `many-${number}` });
      await add({ name: `many-${number}`, merchantId });
    }
    await runAt('2027-04-02T06:00');
    const operator = await visitorOf(service, 'operator-finance');
    const pages = [await operator.get('/console/scheduled-reports')];
    const [, next] = /rel="next" href="([^"]+)"/.exec(pages[0]!.text)!;
    pages.push(await operator.get(next!));
    assert.doesNotMatch(pages[1]!.text, /rel="next"/);
    const rows = pages.map(({ text }) =>
      [...text.matchAll(/scheduled-reports\/([0-9a-f-]{36})">/g)].map(([, id]) => id),
    );
    assert.deepEqual(columnOf(rows, 'length'), [50, 12]);
    assert.equal(new Set(rows.flat()).size, 62);
    for (const { text } of pages)
      assert.equal(text.match(/2027-04-01/g)?.length, text.match(/<th scope="row">/g)?.length);
  });
});
