// Ports for servers that tests start.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port below those that systems give to outgoing connections: of several test files at once, no other's socket takes
 * it between here and the server that is started there.
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
