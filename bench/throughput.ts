// (a) creating payments and (b) reading transactions, through real HTTP, compared with the bare server.
import type { TefoProcess } from '../test/storm/process.ts';
import { type BareServer, startBareServer } from './bare.ts';
import { compare, type Line, rate } from './figures.ts';
import { newRun, perSecond, type Request } from './load.ts';
import type { Merchant } from './merchant.ts';

export interface Pace {
  rounds: number;
  warmUpSeconds: number;
  seconds: number;
  /** The number of payments for the measurement of lists. */
  rows: number;
}

const connectionCounts = [16, 64, 128];

/** (a): POST /one/v1/payments. */
export async function measureCreating(tefo: TefoProcess, merchant: Merchant, pace: Pace): Promise<Line[]> {
  const bare = await startBareServer({ payment: await merchant.createOne(), transaction: {} });
  const plain = await against(tefo, bare, pace, 'a', 'create a payment', merchant.create());
  const keyed = await against(
    tefo,
    bare,
    pace,
    'a',
    'same, with key',
    merchant.create({ keyed: true }),
    [64],
  );
  bare.close();
  return [...plain, ...keyed];
}

/** (b): GET /one/v1/transactions/{id}, of a hundred that were paid. */
export async function measureReading(tefo: TefoProcess, merchant: Merchant, pace: Pace): Promise<Line[]> {
  const ids: string[] = [];
  for (let made = 0; made < 100; made += 1) ids.push(await merchant.pay((await merchant.createOne()).id));
  const bare = await startBareServer({ payment: {}, transaction: await merchant.transaction(ids[0]!) });
  const lines = await against(tefo, bare, pace, 'b', 'read a transaction', merchant.read(ids));
  bare.close();
  return lines;
}

async function against(
  tefo: TefoProcess,
  bare: BareServer,
  pace: Pace,
  part: string,
  what: string,
  request: Request,
  counts = connectionCounts,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const connections of counts) {
    const at = (base: string) => () => perSecond({ ...request, ...pace, base, connections, run: newRun() });
    const { ours, theirs, ratio } = await compare(pace.rounds, at(tefo.base), at(bare.base));
    lines.push({
      part,
      what: `${what}, ${connections} connections`,
      ours: rate(ours),
      theirs: rate(theirs),
      ratio,
      target: '>= 0.2',
    });
  }
  return lines;
}
