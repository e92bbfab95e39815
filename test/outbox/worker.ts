// A sender as a separate process that the test kills: node worker.ts URL SHIFT_MS TIMEOUT_MS. Says "ready" and
// continues.
import { startSending } from './desk.ts';

const [url, shiftMs, timeoutMs] = process.argv.slice(2) as [string, string, string];
await startSending(url, Number(shiftMs), Number(timeoutMs));
process.stdout.write('ready\n');
