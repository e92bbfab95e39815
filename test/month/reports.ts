// The reports of a month by each of their ways: in a folder, by e-mail, by SFTP, and fetched by link. The mail server and the SFTP
// server are down for the same two days.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addSchedule } from '../../src/core/scheduled-reports/actions.ts';
import type { TestService } from '../support/running.ts';
import type { SftpServer } from '../support/sftp-server.ts';
import type { Month } from './stage.ts';

const address = 'books@karoo.example';
/** The first and the last day without the receivers: on the first, invoices and reports are due. */
const downDays = ['2028-06-01', '2028-06-02'];

/** Adds the schedules of reports. `notifyUrl`: the address that is notified of those to be fetched. */
export async function scheduleReports(
  { ctx, merchant, config }: TestService,
  { sftp, notifyUrl }: { sftp: SftpServer; notifyUrl: string },
): Promise<void> {
  const common = { merchantId: merchant.merchant.id, format: 'csv', folder: config.reportsDir };
  const access = { sftpKey: sftp.key, hostKey: sftp.hostKey };
  const server = `sftp://tefo@127.0.0.1:${sftp.port}/in`;
  const monthly = { ...common, kind: 'fees', every: 'month' };
  const daily = { ...common, kind: 'transactions', every: 'day' };
  await addSchedule(ctx, { ...monthly, name: 'books', to: 'file:books' });
  await addSchedule(ctx, { ...monthly, name: 'mailed', to: `mailto:${address}` });
  await addSchedule(ctx, { ...daily, name: 'daily', to: `mailto:${address}` });
  await addSchedule(ctx, { ...monthly, name: 'uploaded', to: server, ...access });
  await addSchedule(ctx, { ...daily, name: 'uploaded-daily', to: server, ...access });
  await addSchedule(ctx, { ...monthly, name: 'fetched', to: 'fetch:', notifyUrl });
  await addSchedule(ctx, { ...daily, name: 'fetched-daily', to: 'fetch:', notifyUrl });
}

/** Before the work of a morning: the receivers go and come back. */
export async function changeReceivers(month: Month, day: string): Promise<void> {
  const isDown = downDays.includes(day);
  month.mail.be(isDown ? 'down' : 'good');
  if (isDown === month.isSftpDown) return;
  month.isSftpDown = isDown;
  await (isDown ? month.sftp.down() : month.sftp.up());
}

/** Fetches each report that its merchant was notified of, once, as long as its content is there. */
export async function fetchReports({ inbox, shops, fetched, violations }: Month): Promise<void> {
  for (const { id, links, sha256, name, period, version } of inbox.ready) {
    if (fetched.has(id)) continue;
    const text = await shops[0].readFile(new URL(links.file).pathname.slice('/one/v1'.length));
    if (digestOf(text) !== sha256)
      violations.push(`version ${version} of ${name} of ${period} has another digest`);
    fetched.set(id, { name, period, version, text });
  }
}

const digestOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

type Say = (what: string) => void;

/** Compares what arrived by SFTP and by link with what was written; returns how many files each way had. */
export async function judgeReports({ service, sftp, fetched, inbox }: Month, say: Say) {
  const written = await service.db<
    { id: string; name: string; period: string; version: number; sha256: string | null }[]
  >`
    select report.id, schedule.name, report.period::text as period, report.version, report.sha256
    from reports report join report_schedules schedule on schedule.id = report.schedule_id`;
  const folder = join(sftp.root, 'in');
  const files = await readdir(folder);
  for (const file of files) if (file.endsWith('.part')) say(`${file} was left on the server`);
  const uploads = new Set(
    await Promise.all(files.map(async (file) => digestOf(await readFile(join(folder, file))))),
  );
  const uploaded = written.filter(({ name }) => name.startsWith('uploaded'));
  if (files.length !== uploaded.length)
    say(`${files.length} files were uploaded, expected ${uploaded.length}`);
  for (const { name, period, version, sha256 } of uploaded)
    if (!uploads.has(sha256 ?? '')) say(`version ${version} of ${name} of ${period} is not on the server`);
  const told = inbox.ready.map(({ id }) => id);
  const toFetch = written.filter(({ name }) => name.startsWith('fetched'));
  for (const { id, name, period, version } of toFetch) {
    const times = told.filter((one) => one === id).length;
    if (times !== 1) say(`version ${version} of ${name} of ${period} was notified ${times} times`);
    if (!fetched.has(id)) say(`version ${version} of ${name} of ${period} was not fetched`);
  }
  return { uploads: files.length, fetches: fetched.size };
}

/** Returns the newest version of a month's fees as each way but e-mail brought it. */
export async function newestFees(
  { service, sftp, fetched }: Month,
  name: string,
): Promise<[way: string, text: string][]> {
  const { code } = service.merchant.merchant;
  const inFolder = async (folder: string, way: string): Promise<[string, string]> => {
    const own = (await readdir(folder))
      .filter((file) => file.startsWith(`${code}_${way}_${name}_v`))
      .toSorted();
    return [way, await readFile(join(folder, own.at(-1)!), 'utf8')];
  };
  const links = [...fetched.values()].filter((one) => one.name === 'fetched' && one.period === name);
  const newest = links.toSorted((one, other) => one.version - other.version).at(-1);
  return [
    await inFolder(join(service.config.reportsDir, 'books'), 'books'),
    await inFolder(join(sftp.root, 'in'), 'uploaded'),
    ['fetched', newest?.text ?? ''],
  ];
}
