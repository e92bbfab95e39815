// The baseline of the sender: the same signed bodies, posted through the same client with as many at a time to each
// receiver, and no other work. Reads [{url, id, body, headers}] as JSON lines from standard input, then posts them.
import { createInterface } from 'node:readline';
import { createOutbound } from '../../src/kernel/http/outbound.ts';

const atATime = 8;

const lanes = new Map<string, { url: string; body: string; headers: Record<string, string> }[]>();
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  const lane = lanes.get(message.url) ?? [];
  lanes.set(message.url, lane);
  lane.push(message);
}
const { post, close } = createOutbound({ privateAllowed: true, allowedNetworks: [] });
process.stdout.write('ready\n');

async function postAll(
  lane: { url: string; body: string; headers: Record<string, string> }[],
): Promise<void> {
  for (let message = lane.pop(); message; message = lane.pop()) await post({ ...message, timeoutMs: 15_000 });
}
const clients = [...lanes.values()].flatMap((lane) => Array.from({ length: atATime }, () => postAll(lane)));
await Promise.all(clients);
await close();
