// Items that a worker thread sends one by one, at most a few ahead of the one who takes them.
import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';

/** The argument of a function that sends. */
export interface Streamed<Argument = unknown> {
  argument: Argument;
  port: MessagePort;
}

/** The time that may be spent on waiting for items. */
interface Timer {
  start(): void;
  stop(): void;
}

type Message<Item> = { item: Item } | 'end';

/** The number of items that the thread creates ahead. */
const ahead = 2;

/** In the thread: sends items, each when it is wanted. */
export async function send<Item>(port: MessagePort, items: AsyncIterable<Item>): Promise<void> {
  let wanted = ahead;
  port.on('message', () => {
    wanted += 1;
  });
  for await (const item of items) {
    while (wanted === 0) await once(port, 'message');
    wanted -= 1;
    port.postMessage({ item } satisfies Message<Item>);
  }
  port.postMessage('end' satisfies Message<Item>);
  port.close();
}

/** In the other thread: yields the items. `ended` settles with the work; its rejection is thrown here too. */
export async function* receive<Item>(
  port: MessagePort,
  ended: Promise<unknown>,
  timer: Timer,
): AsyncGenerator<Item, void> {
  const arrived: Message<Item>[] = [];
  let wake = Promise.withResolvers<void>();
  port.on('message', (message: Message<Item>) => {
    arrived.push(message);
    wake.resolve();
  });
  // Its last items may arrive after the work has ended.
  const failed = ended.then(() => new Promise<never>(() => {}));
  for (;;) {
    timer.start();
    try {
      while (arrived.length === 0) {
        await Promise.race([wake.promise, failed]);
        wake = Promise.withResolvers();
      }
    } finally {
      timer.stop();
    }
    const message = arrived.shift()!;
    if (message === 'end') return;
    yield message.item;
    port.postMessage('next');
  }
}
