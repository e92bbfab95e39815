// A sender as a process of its own, to be killed: node worker.ts URL SHIFT_MS TIMEOUT_MS. Says "ready" and goes on.
import { startSending } from './desk.ts';

const [url, shiftMs, timeoutMs] = process.argv.slice(2) as [string, string, string];
await startSending(url, Number(shiftMs), Number(timeoutMs));
process.stdout.write('ready\n');
