// Ports for servers that tests start.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Returns a free port below the system's ephemeral ports, so that no outgoing connection of parallel test files takes
 * it before the server starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
