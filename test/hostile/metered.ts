// The service in a separate process, which reports the thread time of each request. Forked by meter.ts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService } from '../../src/app/app.ts';
import { loadConfig } from '../../src/app/config.ts';
import { credentialsOf } from '../../src/app/credentials.ts';
import { openMerchant } from '../../src/core/users/merchant-opening.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { createLog } from '../../src/kernel/process/log.ts';
import { testDatabase } from '../support/database.ts';
import { freePort } from '../support/ports.ts';
import type { Cost } from './meter.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tefo-metered-'));
const port = await freePort();
const config = loadConfig({ TEFO_DATA_DIR: dataDir, TEFO_PORT: String(port) });
const database = await testDatabase();
const db = openPool(database.url, { max: 10 });
const log = createLog('silent');
const service = await createService({ config, db, clock: systemClock(), log });
await service.server.listen({ port, host: '127.0.0.1' });
const merchant = await openMerchant(service.ctx, { name: 'Karoo Books' });

/** Milliseconds of processor that this thread has used. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let [began, last, longest, most] = [0, 0, 0, 0];
let ticking: NodeJS.Timeout | undefined;

// Between two ticks no other request was answered.
function tick(): void {
  const now = used();
  longest = Math.max(longest, now - last);
  most = Math.max(most, process.memoryUsage.rss() / 1e6);
  last = now;
}

const orders = {
  begin: () => {
    [began, longest, most] = [used(), 0, 0];
    last = began;
    ticking = setInterval(tick, 2);
    return {};
  },
  end: (): Cost => {
    tick();
    clearInterval(ticking);
    return { cpuMs: last - began, heldMs: longest, rssMb: most };
  },
  unit: () => ({ unitMs: unitMs() }),
};

/** The time to read a megabyte of honest JSON: how fast this machine is at the moment. */
function unitMs(): number {
  const line = { reference: 'INVOICE-4711', amount: '150.50', currency: 'ZAR', paid: true, items: [1, 2, 3] };
  const text = JSON.stringify(Array.from({ length: Math.ceil(2 ** 20 / 97) }, () => line));
  // Many times: the system counts processor time in steps of milliseconds.
  const times = 20;
  const before = used();
  for (let time = 0; time < times; time += 1) JSON.parse(text);
  return (used() - before) / times;
}

process.on('message', (order: keyof typeof orders) => process.send!(orders[order]()));
process.on('disconnect', async () => {
  await service.stop();
  await db.end({ timeout: 1 });
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
});
process.send!(credentialsOf(config, merchant));
