// tefo payments: outgoing payment files, and the responses of banks.
import { mkdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { answerFormats, paymentProfiles } from '../app/bank-files.ts';
import type { Config } from '../app/config.ts';
import type { Context } from '../core/context.ts';
import { depositsOfParts } from '../core/deposits/parts.ts';
import {
  closeFiles,
  type FileWithOrders,
  getFile,
  handOut,
  listFiles,
  readContent,
  releaseFile,
} from '../core/payment-files/actions.ts';
import { takeAnswer } from '../core/payment-files/answers.ts';
import { objectsOf, type PaymentOrder } from '../core/payment-files/orders.ts';
import { requireAccount } from '../core/statements/actions.ts';
import { formatDecimal } from '../kernel/money.ts';
import { type Line, paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { outPath, putOut } from '../rails/files/folder.ts';
import { writeWhole } from '../rails/files/placing.ts';
import { createBankFileReader } from '../rails/files/reading.ts';
import { actingBy, byOf } from './by.ts';
import type { Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { print, table } from './output.ts';

export const paymentsExport = onDatabase(async (ctx, { values }, config) => {
  const account = await requireAccount(ctx, String(values.account));
  if (account.paymentProfile === null)
    throw new Error(`the account ${account.id} cannot make payments: it has no --payments`);
  const { actor, name: by } = await actingBy(ctx, byOf(values));
  const byPerson = { ...ctx, actor };
  const out = typeof values.out === 'string' ? resolve(values.out) : null;
  let files: FileWithOrders[];
  if (typeof values.message === 'string') files = [await getFile(ctx, account.id, values.message)];
  else {
    await closeFiles(byPerson, paymentProfiles, account.id, by);
    files = await handOut(byPerson, account.id);
  }
  const records: FileRecord[] = [];
  for (const one of files) records.push(await handOver(ctx, config, one, out));
  print(values.json, { account: account.id, files: records }, () =>
    records.length === 0 ? ['There is nothing to export.'] : records.flatMap(toText),
  );
});

/** Stores a file for the user. A file that waits for release is shown without its content. */
async function handOver(ctx: Context, config: Config, one: FileWithOrders, out: string | null) {
  const { file } = one;
  if (file.state === 'waiting') return recordOf(ctx, config, one);
  const path = await putOut(ctx, config.banksDir, file);
  if (file.state === 'released') file.state = 'sent';
  if (out === null) return recordOf(ctx, config, one, path);
  await mkdir(out, { recursive: true });
  const copy = join(out, basename(path));
  await writeWhole(copy, await readContent(ctx, file));
  return recordOf(ctx, config, one, copy);
}

async function recordOf(ctx: Context, config: Config, { file, orders }: FileWithOrders, path?: string) {
  const isWaiting = file.state === 'waiting';
  const objects = await objectsOf(ctx, orders);
  const deposits = await depositsOfParts(ctx.db, [...objects.values()]);
  const item = ({
    id,
    bankReference,
    purpose,
    amountCents,
    accountHolder,
    account,
    meaning,
  }: PaymentOrder) => {
    const object = objects.get(id) ?? id;
    return {
      bankReference,
      kind: purpose,
      id: deposits.get(object) ?? object,
      amount: formatDecimal(amountCents),
      holder: accountHolder,
      number: account,
      status: meaning ?? 'pending',
    };
  };
  return {
    messageId: file.messageId,
    file: isWaiting ? null : resolve(path ?? (await outPath(config.banksDir, file))),
    sha256: isWaiting ? null : file.sha256,
    format: file.format,
    payments: file.payments,
    amount: formatDecimal(file.amountCents),
    executionDate: file.executionDate,
    status: file.state,
    createdAt: file.createdAt.toISOString(),
    releasedBy: file.releasedBy,
    items: orders.map(item),
  };
}

type FileRecord = Awaited<ReturnType<typeof recordOf>>;

function toText({ messageId, payments, amount, executionDate, status, file, items }: FileRecord): Line[] {
  const head = `${payments} payments, R ${amount}, to be paid on ${executionDate}: ${status}`;
  return [
    [paint('name', messageId), `  ${head}`],
    ...(file === null ? [] : [`  ${file}`]),
    ...table(
      items.map((one) => [
        `  ${one.bankReference}`,
        one.amount,
        one.status,
        `${one.kind} ${one.id}`,
        one.number,
      ]),
    ),
  ];
}

export const paymentsList = onDatabase(async (ctx, { values }, config) => {
  const account = await requireAccount(ctx, String(values.account));
  const records: FileRecord[] = [];
  for (const one of await listFiles(ctx, account.id)) records.push(await recordOf(ctx, config, one));
  print(values.json, records, () =>
    records.length === 0 ? ['There are no payment files.'] : records.flatMap(toText),
  );
});

export const paymentsRelease: Work = async ({ values, positionals }) => {
  const by = byOf(values);
  await withContext(async (ctx, config) => {
    const { actor, name } = await actingBy(ctx, by);
    const released = await releaseFile({ ...ctx, actor }, firstOf(positionals), name);
    const record = await handOver(ctx, config, released, null);
    print(values.json, record, () => toText(record));
  });
};

export const paymentsAnswer = onDatabase(async (ctx, { values, positionals }) => {
  const account = await requireAccount(ctx, String(values.account));
  await using reader = createBankFileReader();
  const text = await reader.openAnswer(firstOf(positionals));
  const formats = { ...answerFormats, read: reader.readAnswer };
  const taken = await takeAnswer(ctx, formats, account.id, text);
  print(values.json, taken, () => [
    `${taken.messageId}: ${taken.groupStatus ?? 'single payments'} (${taken.status})`,
    ...table(taken.payments.map((one) => [`  ${one.bankReference}`, one.said ?? '', one.status ?? ''])),
    ...taken.unknown.map((reference) => `  ${reference} is not a payment of this file`),
  ]);
});
