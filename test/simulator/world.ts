// The world of one history: a service over its own empty database, with time standing still, a merchant on all surfaces, a second
// merchant who must see nothing of the first, and a receiver of webhooks. All random values follow from the seed.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openMerchant as addMerchant } from '../../src/core/users/merchant-opening.ts';
import { seedRandom } from '../../src/kernel/random.ts';
import { type Answer, type Merchant, openMerchant } from '../rounds/merchant.ts';
import { must } from '../rounds/paying.ts';
import { openStage, type Shop, type Stage } from '../rounds/stage.ts';
import { resolveExamples } from '../support/webhook-shop.ts';

export interface Delivery {
  /** The webhook-id: the same in each attempt. */
  id: string;
  body: string;
}

export interface World extends Stage {
  shop: Shop;
  stranger: Merchant;
  deliveries: Delivery[];
  /** The ids of the merchant's webhooks. */
  webhooks: string[];
  /** A hash over all responses so far. */
  digest(): string;
}

export async function openWorld(seed: string): Promise<World> {
  seedRandom(seed);
  const stage = await openStage({ TEFO_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const { service } = stage;
  const responses = createHash('sha256');
  const plain = plainer();
  const merchant = noting(stage.merchant, ({ status, text }) =>
    responses.update(`${status} ${plain(text)}\n`),
  );
  const other = await addMerchant(service.ctx, { name: 'Stranger' });
  const stranger = openMerchant(service.base, other, service.clock);
  const shop = await stage.openShop('Simulated');
  const forgetNames = resolveExamples();
  const receiver = await openReceiver();
  await merchant.signIn();
  await stranger.signIn();
  const webhooks: string[] = [];
  for (const eventType of ['transaction.complete', 'refund.complete']) {
    const webhook = { endpoint: receiver.url, eventType, messageType: 'thin' };
    webhooks.push(must(await merchant.one('/webhooks', webhook), 201).body.id);
  }
  return {
    ...{ ...stage, merchant, shop, stranger, deliveries: receiver.deliveries, webhooks },
    digest: () => responses.copy().digest('hex'),
    end: async () => {
      await stranger.close();
      await stage.end();
      receiver.close();
      forgetNames();
    },
  };
}

/**
 * Returns a function that removes from a text what differs between runs: ports, and identifiers, which are numbered by their first
 * appearance. Work at the same time, such as deliveries, draws their random parts in any order.
 */
function plainer(): (text: string) => string {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): string => {
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
    return `#${numbers.get(id)}`;
  };
  return (text) =>
    text
      .replace(/(localhost|shop\.example):\d+/g, '$1')
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, numberOf);
}

/** The same merchant, whose responses are noted. Tokens are secret, and not the same in each run. */
function noting(merchant: Merchant, note: (answer: Answer) => void): Merchant {
  const noted =
    <Given extends unknown[]>(send: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await send(...given);
      // In lists, identifiers decide the order of things that were created at one instant.
      if (!String(given[0]).includes('limit=')) note(answer);
      return answer;
    };
  return {
    ...merchant,
    one: noted(merchant.one),
    payments: noted(merchant.payments),
    payouts: noted(merchant.payouts),
    external: noted(merchant.external),
    sandbox: noted(merchant.sandbox),
  };
}

async function openReceiver() {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    deliveries.push({ id: String(request.headers['webhook-id']), body: Buffer.concat(chunks).toString() });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    deliveries,
    url: `http://shop.example:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
