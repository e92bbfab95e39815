// tefo stream: streams of audit entries and events, which the service sends.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../core/context.ts';
import { addStream, listStreams, removeStream, type Stream, streamKinds } from '../core/streams/actions.ts';
import { inWork } from '../core/unit-of-work.ts';
import { record } from '../core/users/audit.ts';
import { paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { streamLag } from '../reports/streams/rows.ts';
import { actingBy, byOf } from './by.ts';
import { asUsage, type Choices, type Work } from './command.ts';
import { onDatabase, withContext } from './context.ts';
import { lines, print, table } from './output.ts';

export const streamChoices: Choices = { '--kind': streamKinds };

export const streamAdd: Work = async ({ values, positionals }) => {
  const name = firstOf(positionals);
  const read = async (option: string) =>
    values[option] === undefined ? undefined : readFile(String(values[option]), 'utf8');
  const access = {
    token: await read('tokenFile'),
    sftpKey: await read('sftpKey'),
    hostKey: values.sftpHostKey === undefined ? undefined : String(values.sftpHostKey),
  };
  await withContext(async (ctx, config) => {
    const acting = await actingBy(ctx, byOf(values));
    const given = { name, kind: String(values.kind), to: String(values.to), ...access };
    await inWork({ ...ctx, actor: acting.actor }, async (work) => {
      await addStream(work, { ...given, folder: join(config.dataDir, 'streams') }).catch(asUsage);
      const { kind, to } = given;
      const deed = { who: acting.who, merchantId: null, action: 'stream.change' as const };
      await record(work, { ...deed, subject: `stream ${name}`, after: { kind, to } });
    });
    const added = (await listStreams(ctx)).filter((one) => one.name === name);
    const [described] = await Promise.all(added.map((one) => describe(ctx, one)));
    print(values.json, described, () => lines(described ?? {}));
  });
};

async function describe(ctx: Context, stream: Stream) {
  const { lag, oldest } = await streamLag(ctx.db, stream);
  const { name, kind, target: to, sentAt, lastError } = stream;
  return {
    ...{ name, kind, to, sequence: Number(stream.sequence), at: sentAt?.toISOString() ?? null, lag },
    lagSeconds: oldest ? Math.max(0, Math.round((Number(ctx.clock.now()) - Number(oldest)) / 1000)) : 0,
    lastError,
  };
}

export const streamList = onDatabase(async (ctx, { values }) => {
  const listed: Awaited<ReturnType<typeof describe>>[] = [];
  for (const stream of await listStreams(ctx)) listed.push(await describe(ctx, stream));
  print(values.json, listed, () =>
    table(
      listed.map(({ name, kind, to, sequence, lag, lastError }) => [
        paint('name', name),
        ...[kind, to, `${sequence} sent`, `${lag} pending`, lastError ?? ''],
      ]),
    ),
  );
});

export const streamRemove = onDatabase(async (ctx, { values, positionals }) => {
  const name = firstOf(positionals);
  const acting = await actingBy(ctx, byOf(values));
  await inWork({ ...ctx, actor: acting.actor }, async (work) => {
    if (!(await removeStream(work, name))) throw new Error(`there is no stream ${name}`);
    const deed = { who: acting.who, merchantId: null, action: 'stream.change' as const };
    await record(work, { ...deed, subject: `stream ${name}`, after: { removed: true } });
  });
  print(values.json, { name, removed: true }, () => [`Stream ${name} removed.`]);
});
