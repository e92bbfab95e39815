// The bare server that the service is measured against, in its own process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BareServer {
  base: string;
  close(): void;
}

/** Starts it with the records to answer. It always ends with this process. */
export async function startBareServer(records: {
  payment: unknown;
  transaction: unknown;
}): Promise<BareServer> {
  const entry = fileURLToPath(new URL('./bare-server.ts', import.meta.url));
  const child = fork(entry, [JSON.stringify(records)]);
  const [port] = await once(child, 'message');
  return { base: `http://127.0.0.1:${port}`, close: () => child.disconnect() };
}
