// Scheduled reports: each period once, complete, by file and by e-mail, with the same bytes whenever an attempt is interrupted.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { mailServerOf } from '../src/app/mail-server.ts';
import { createEmailSweep } from '../src/core/emails/jobs.ts';
import {
  listSchedules,
  newestOf,
  readPeriod,
  requestReport,
  type Schedule,
  withStatus,
} from '../src/core/scheduled-reports/actions.ts';
import { attachReport } from '../src/core/scheduled-reports/delivery.ts';
import { runReports } from '../src/core/scheduled-reports/jobs.ts';
import { formatPeriod, parsePeriod, periodOf } from '../src/core/scheduled-reports/periods.ts';
import type { WriteReport } from '../src/core/scheduled-reports/writing.ts';
import { openMerchant } from '../src/core/users/merchant-opening.ts';
import { everything, only } from '../src/core/viewer.ts';
import { writeReport } from '../src/reports/scheduled/writing.ts';
import { strangerOf, visitorOf } from './console/support.ts';
import { tefoOn } from './support/cli.ts';
import { openService } from './support/opening.ts';
import { openReports } from './support/reports.ts';
import { local } from './support/settling.ts';
import { openMailServer } from './support/smtp.ts';
import { unzip } from './support/unzip.ts';

const mail = await openMailServer();

describe('scheduled reports', async () => {
  const env = {
    TEFO_VAT_RATES: '15@2026-12-01',
    SMTP_URL: mail.url,
    TEFO_MAIL_FROM: 'payments@tefo.example',
  };
  const service = await openService({ env });
  const { add, charge, chargeLate, folder, forgetAt, removeAll, runAll, runAt, site } =
    await openReports(service);
  beforeEach(async () => {
    await rm(folder, { recursive: true, force: true });
    await removeAll();
    mail.be('good');
    mail.received.length = 0;
  });
  const files = async (of = 'books') => (await readdir(join(folder, of))).toSorted();
  const read = (name: string, of = 'books') => readFile(join(folder, of, name), 'utf8');
  const reportsOf = async (schedule: Schedule) =>
    (await withStatus(service.ctx, schedule, await newestOf(service.ctx, schedule, 100))).map(
      ({ period, version, status, rowCount }) => [period, version, status, rowCount],
    );

  test('come on the first business day after each period, once, in files of their rows', async () => {
    service.clock.set(local('2026-12-03T09:00'));
    const daily = await add();
    await charge('2026-12-03T10:00');
    await charge('2026-12-03T23:59:59.999', 230n);
    // A Friday: its report, and those of Saturday and Sunday, come on Monday.
    await charge('2026-12-04T00:00');
    await runAt('2026-12-04T05:59');
    await assert.rejects(files());
    await runAt('2026-12-04T06:00');
    const { code } = service.merchant.merchant;
    assert.deepEqual(await files(), [`${code}_daily_2026-12-03_v1.csv`]);
    const text = await read(`${code}_daily_2026-12-03_v1.csv`);
    assert.match(text, /,3\.00,0\.45,3\.45|,2\.00,0\.30,2\.30/);
    assert.match(text, /# 2 rows, R 3,45\n# rows up to 2026-12-04T06:00:00\.000\+02:00, version 1\n$/);
    await runAt('2026-12-06T12:00');
    assert.equal((await files()).length, 1);
    await runAt('2026-12-07T06:00');
    assert.deepEqual(
      (await files()).map((name) => name.slice(-17)),
      ['2026-12-03_v1.csv', '2026-12-04_v1.csv', '2026-12-05_v1.csv', '2026-12-06_v1.csv'],
    );
    await runAt('2026-12-07T06:00');
    assert.deepEqual(await reportsOf(daily), [
      ['2026-12-06', 1, 'delivered', 0],
      ['2026-12-05', 1, 'delivered', 0],
      ['2026-12-04', 1, 'delivered', 1],
      ['2026-12-03', 1, 'delivered', 2],
    ]);
  });

  test('have the same bytes and one file however an attempt was interrupted', async () => {
    service.clock.set(local('2026-12-08T09:00'));
    const daily = await add();
    await charge('2026-12-08T10:00');
    // The process ends in the middle of the rows.
    const torn: WriteReport = (db, report) => {
      const { bytes, figures } = writeReport(db, report);
      return {
        figures,
        bytes: (async function* () {
          for await (const piece of bytes) {
            yield Buffer.concat([piece, Buffer.alloc(300_000)]);
            throw new Error('killed');
          }
        })(),
      };
    };
    await runAt('2026-12-09T06:00', { write: torn });
    assert.deepEqual(await reportsOf(daily), [['2026-12-08', 1, 'pending', null]]);
    // The folder cannot be written: the rows change until it can, and the written report does not.
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'books'), 'a file');
    await runAt('2026-12-09T06:30');
    await charge('2026-12-09T06:31');
    const [written] = await service.db<{ sha256: string; lastError: string }[]>`
      select sha256, last_error from reports where schedule_id = ${daily.id}`;
    assert.match(written!.lastError, /file/);
    await rm(join(folder, 'books'));
    await runAt('2026-12-09T09:00');
    // A process that ends between the file and the note of it delivers the same file again.
    await service.db`
      update reports set due_at = now() - interval '1 year', delivered_at = null where schedule_id = ${daily.id}`;
    await runAll();
    const [name] = await files();
    assert.equal((await files()).length, 1);
    assert.equal(hash('sha256', await readFile(join(folder, 'books', name!)), 'hex'), written!.sha256);
  });

  test('are delivered again as the next version when rows arrive late, and only then', async () => {
    service.clock.set(local('2026-12-10T09:00'));
    const daily = await add();
    await charge('2026-12-10T10:00');
    await runAt('2026-12-11T06:00');
    await chargeLate('2026-12-10T23:00');
    await runAt('2026-12-11T12:00');
    assert.equal((await files()).length, 1);
    await runAt('2026-12-12T06:00');
    assert.equal((await files()).length, 2);
    await runAt('2026-12-13T06:00');
    assert.equal((await files()).length, 2);
    const [, second] = await files();
    assert.match(await read(second!), /# 2 rows[\s\S]*version 2\n$/);
    service.clock.set(local('2026-12-13T07:00'));
    // Requested again, without a change.
    const period = readPeriod(service.ctx, 'day', '2026-12-10');
    await requestReport(service.ctx, everything, daily.id, period);
    await runAll();
    assert.equal((await files()).length, 2);
  });

  test('reach an address by one e-mail, which has the file, after the mail server was down for two days', async () => {
    service.clock.set(local('2026-12-14T09:00'));
    const weekly = await add({
      name: 'weekly',
      every: 'week',
      to: 'mailto:books@karoo.example',
      format: 'xlsx',
    });
    await charge('2026-12-14T10:00');
    const emails = createEmailSweep({
      ...{ ctx: service.ctx, send: mailServerOf(service.config), mostOfMerchant: 100 },
      attach: (email) => attachReport(service.ctx, email),
      render: async (_, { sha256 = '' }) => ({
        fromName: 'Tefo',
        subject: 'Report',
        text: sha256,
        html: sha256,
      }),
    });
    const sendAt = async (at: string) => {
      await runAt(at);
      while ((await emails.run()) > 0) await emails.settle!();
    };
    mail.be('down');
    await sendAt('2026-12-21T06:00');
    assert.deepEqual(await reportsOf(weekly), [['2026-12-14', 1, 'pending', 1]]);
    for (const at of ['2026-12-21T12:00', '2026-12-22T06:00', '2026-12-23T06:00']) await sendAt(at);
    assert.equal(mail.received.length, 0);
    mail.be('good');
    await sendAt('2026-12-23T12:00');
    await sendAt('2026-12-23T18:00');
    assert.equal(mail.received.length, 1);
    const [received] = mail.received;
    assert.equal(received!.to, 'books@karoo.example');
    assert.deepEqual(await reportsOf(weekly), [['2026-12-14', 1, 'delivered', 1]]);
    const [, attached] = /filename="?[^"\n]*_2026-W51_v1\.xlsx"?[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(
      received!.raw,
    )!;
    const bytes = Buffer.from(attached!, 'base64');
    const [{ sha256 } = { sha256: '' }] = await service.db<{ sha256: string }[]>`
      select sha256 from reports where schedule_id = ${weekly.id}`;
    assert.equal(hash('sha256', bytes, 'hex'), sha256);
    assert.ok(received!.raw.replaceAll('=\r\n', '').includes(sha256));
    assert.ok(Object.keys(unzip(bytes)).length > 3);
  });

  test('are of one merchant alone, of each kind', async () => {
    service.clock.set(local('2027-01-05T09:00'));
    const other = await openMerchant(service.ctx, { name: 'Veld & Sons' });
    const { id: merchantId } = other.merchant;
    for (const kind of ['transactions', 'settlements', 'fees', 'refunds', 'payouts', 'open-items'])
      await add({ name: kind, kind, merchantId });
    await charge('2027-01-05T10:00');
    await runAt('2027-01-06T06:00');
    const texts = await Promise.all((await files()).map((name) => read(name)));
    assert.equal(texts.length, 6);
    for (const text of texts) assert.match(text, /^id,[^\n]+\n# 0 rows/);
    const seen = await listSchedules(service.ctx, only(site.merchantId));
    assert.equal(seen.length, 0);
  });

  test('refuse addresses outside of their folder, and values that are not theirs', async () => {
    service.clock.set(local('2027-01-07T09:00'));
    const outside = [
      'file:../x',
      'file:a/../../x',
      'file:/etc',
      'file:///etc/x',
      'file:.ssh',
      'file:a\\..\\b',
      'file:a\0b',
    ];
    for (const to of outside) await assert.rejects(add({ to }), /TEFO_REPORTS_DIR/, to);
    for (const to of ['https://shop.example', 'ftp://x', 'books', '', `mailto:${'x'.repeat(400)}`])
      await assert.rejects(add({ to }), /to: it/, to);
    await assert.rejects(add({ to: 'mailto:a@b.example,c@d.example' }), /to:/);
    await assert.rejects(add({ folder: undefined }), /to: it begins with mailto: or sftp:, or is fetch:/);
    await assert.rejects(add({ name: '../x' }), /name:/);
    await assert.rejects(add({ kind: 'ledger' }), /kind: must be one of transactions/);
    await assert.rejects(add({ every: 'hour' }), /every:/);
    await assert.rejects(add({ format: 'pdf' }), /format:/);
    await add({ to: `file:${folder}/inside` });
    await assert.rejects(add(), /already has a report daily/);
    // A link that was placed in the folder leads nowhere.
    await add({ name: 'linked', to: 'file:link' });
    const elsewhere = join(service.config.dataDir, 'elsewhere');
    await mkdir(elsewhere, { recursive: true });
    await mkdir(folder, { recursive: true });
    await symlink(elsewhere, join(folder, 'link'));
    await runAt('2027-01-08T06:00');
    assert.deepEqual(await readdir(elsewhere), []);
    assert.equal((await files('inside')).length, 1);
  });

  test('are forgotten: their content after 35 days, themselves after two years', async () => {
    service.clock.set(local('2027-02-01T09:00'));
    const daily = await add();
    await runAt('2027-02-02T06:00');
    const parts = async () => {
      const found = await service.db`
        select from report_parts join reports on id = report_id where schedule_id = ${daily.id}`;
      return found.count;
    };
    await forgetAt(local('2027-03-08T06:00'));
    assert.equal(await parts(), 1);
    await forgetAt(local('2027-03-10T06:00'));
    assert.equal(await parts(), 0);
    assert.equal((await reportsOf(daily)).length, 1);
    await forgetAt(local('2029-02-05T06:00'));
    assert.equal((await reportsOf(daily)).length, 0);
  });

  test('are written by one process at a time', async () => {
    service.clock.set(local('2029-03-01T09:00'));
    const daily = await add();
    service.clock.set(local('2029-03-02T06:00'));
    const options = { ctx: service.ctx, write: writeReport, folder };
    for (let round = 0; round < 3; round += 1)
      await Promise.all(Array.from({ length: 4 }, () => runReports(options, 20_000)));
    assert.deepEqual(await reportsOf(daily), [['2029-03-01', 1, 'delivered', 0]]);
  });
});

describe('scheduled reports at the console', () => {
  test('are added, run, downloaded and removed by finance', async () => {
    const service = await openService();
    const finance = await visitorOf(service, 'finance');
    const address = '/console/scheduled-reports';
    assert.match((await finance.get(address)).text, /No scheduled reports yet/);
    const fields = {
      name: 'takings',
      kind: 'transactions',
      every: 'month',
      format: 'csv',
      address: 'a@b.example',
    };
    const refused = await finance.act(`${address}/new`, `${address}/new`, { ...fields, name: '../x' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /must have 1 to 40/);
    assert.equal(
      (await finance.act(`${address}/new`, `${address}/new`, { ...fields, address: 'file:x' })).status,
      422,
    );
    const added = await finance.act(`${address}/new`, `${address}/new`, fields);
    assert.equal(added.status, 303, added.text);
    const [schedule] = await listSchedules(service.ctx, everything);
    const one = `${address}/${schedule!.id}`;
    assert.equal((await finance.act(one, `${one}/run`, { period: '2026-11' })).status, 422);
    assert.equal((await finance.act(one, `${one}/run`, {})).status, 303);
    await runReports({ ctx: service.ctx, write: writeReport, folder: service.config.reportsDir });
    const { text } = await finance.get(one);
    const [, file] = /href="([^"]+\/files\/[^"]+)"/.exec(text)!;
    const csv = await finance.get(file!);
    assert.match(csv.text, /^id,site,[^\n]*\n# 0 rows/);
    assert.match((await finance.get(address)).text, /2026-10/);
    const stranger = await strangerOf(service, 'finance');
    for (const foreign of [one, file!]) assert.equal((await stranger.get(foreign)).status, 404, foreign);
    assert.equal((await stranger.post(`${one}/remove`, { form: crypto.randomUUID() })).status, 404);
    assert.equal((await finance.act(one, `${one}/remove`)).status, 303);
    assert.equal((await listSchedules(service.ctx, everything)).length, 0);
  });
});

describe('periods', () => {
  test('are written and read', () => {
    const day = Temporal.PlainDate.from('2027-01-02');
    assert.deepEqual(
      (['day', 'week', 'month'] as const).map((every) => formatPeriod(every, periodOf(every, day))),
      ['2027-01-02', '2026-W53', '2027-01'],
    );
    assert.equal(String(parsePeriod('week', '2026-W53')), '2026-12-28');
    assert.equal(String(parsePeriod('month', '2027-01')), '2027-01-01');
    for (const wrong of ['2027-W53', '2027-W00', '2027-13', '2027-02-30', '', 'x'])
      assert.equal(parsePeriod('week', wrong), undefined, wrong);
  });
});

describe('tefo report', () => {
  test('adds, lists, runs and removes reports', async () => {
    const service = await openService({ clock: 'shared' });
    const tefo = tefoOn(service);
    const { code } = service.merchant.merchant;
    const json = async (...args: string[]) => {
      const { code: exit, out, err } = await tefo(...args, '--json');
      assert.equal(exit, 0, err);
      return JSON.parse(out);
    };
    const options = ['--merchant', code, '--kind', 'transactions', '--every', 'day', '--format', 'csv'];
    const added = await json('report', 'add', 'takings', ...options, '--to', 'file:takings');
    assert.deepEqual([added.name, added.to, added.merchant], ['takings', 'file:takings', code]);
    const refused = await tefo('report', 'add', 'x', ...options, '--to', 'file:../x');
    assert.deepEqual([refused.code, /TEFO_REPORTS_DIR/.test(refused.err)], [2, true]);
    const [first] = await json('report', 'run', 'takings');
    assert.deepEqual(
      [first.name, first.version, first.rows, first.to, first.status],
      ['takings', 1, 0, 'file:takings', 'delivered'],
    );
    const file = join(service.config.reportsDir, 'takings', `${code}_takings_${first.period}_v1.csv`);
    assert.equal(hash('sha256', await readFile(file), 'hex'), first.sha256);
    assert.deepEqual(await json('report', 'run', 'takings', '--period', first.period), [first]);
    const [listed] = await json('report', 'list');
    assert.deepEqual(listed.reports, [first]);
    await json('report', 'remove', 'takings');
    assert.deepEqual(await json('report', 'list'), []);
    const audited = await service.db`select from console.audit where action = 'schedule.change'`;
    assert.equal(audited.count, 4);
    assert.equal((await tefo('report', 'run', 'takings')).code, 1);
  });
});
