// The world of one history: a service over its own empty database, with time standing still, a merchant on all surfaces, a second
// merchant who must see nothing of the first, and a receiver of webhooks. All random values follow from the seed.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeSite } from '../../src/core/merchants/actions.ts';
import { openMerchant as addMerchant } from '../../src/core/users/merchant-opening.ts';
import type { Sql } from '../../src/kernel/db/db.ts';
import { seedRandom } from '../../src/kernel/random.ts';
import { type Answer, type Merchant, openMerchant } from '../races/merchant.ts';
import { must } from '../races/paying.ts';
import { openStage, type Shop, type Stage, stageOf } from '../races/stage.ts';
import { seeded } from '../storm/random.ts';
import { resolveExamples } from '../support/webhook-shop.ts';
import { type Desk, openDesk } from './desk.ts';
import { openVault, type Vault } from './vault.ts';

export interface Delivery {
  /** The webhook-id: the same in each attempt. */
  id: string;
  timestamp: string;
  /** `v1,` and base64; several with spaces between them. */
  signature: string;
  body: string;
}

export interface World extends Stage {
  shop: Shop;
  /** A second site of the merchant, which has subscriptions, bulk jobs and payments by API. */
  club: Shop;
  /** How often a charge of the club is tried again. */
  chargeRetries: number;
  /** A third site, whose money leaves only after checks. */
  vault: Vault;
  /** Another merchant with a bank account. */
  desk: Desk;
  /** Receives the results of bulk jobs. */
  inbox: { url: string; bodies: string[] };
  stranger: Merchant;
  deliveries: Delivery[];
  /** The ids of the merchant's webhooks. */
  webhooks: string[];
  /** Gets new tokens for all merchants; to be called after the clock moved. */
  signIn(): Promise<void>;
  /** Sets how the receiver answers notifications. */
  receive(manner: Manner): void;
  /** A hash over all responses so far, and over the rows of states and money. */
  digest(): Promise<string>;
}

/** Accepts them, refuses them, or takes them and breaks the connection after a while. */
export type Manner = 'accept' | 'refuse' | 'hang';

/** Returns the same merchant with another manner of sending requests. */
export type Wrap = (merchant: Merchant) => Merchant;

export async function openWorld(seed: string): Promise<World> {
  seedRandom(seed);
  return await furnish(await openStage({ TEFO_ALLOWED_NETWORKS: '127.0.0.0/8' }), seed);
}

/** The world of a service's first merchant; its end leaves the service running. */
export async function openWorldOf(service: World['service'], wrap: Wrap): Promise<World> {
  return await furnish(stageOf(service, service.merchant), 'first', wrap);
}

/** The world of another merchant in the same service. */
export async function joinWorld({ service }: World, name: string, wrap?: Wrap): Promise<World> {
  return await furnish(stageOf(service, await addMerchant(service.ctx, { name })), name, wrap);
}

/** `name` decides the circumstances that stay the same in a history. */
async function furnish(stage: Stage, name: string, wrap: Wrap = (merchant) => merchant): Promise<World> {
  const { service } = stage;
  const responses = createHash('sha256');
  const plain = plainer();
  const note = ({ status, text }: Answer): void => void responses.update(`${status} ${plain(text)}\n`);
  const merchant = noting(wrap(stage.merchant), note);
  const other = await addMerchant(service.ctx, { name: 'Stranger' });
  const stranger = wrap(openMerchant(service.base, other, service.clock));
  const [shop, club] = [await stage.openShop('Simulated'), await stage.openShop('Club')];
  const forgetNames = resolveExamples();
  const [receiver, results] = [await openReceiver(), await openReceiver()];
  const [vault, plainDesk] = [await openVault(stage, name), await openDesk(service, name)];
  const desk = { ...plainDesk, merchant: noting(wrap(plainDesk.merchant), note) };
  const chargeRetries = seeded(name.length, `club ${name}`).between(0, 3);
  await changeSite(service.ctx, club.siteCode, { chargeRetries });
  const signIn = async (): Promise<void> => {
    for (const one of [merchant, stranger, desk.merchant]) await one.signIn();
  };
  await signIn();
  const webhooks: string[] = [];
  for (const eventType of ['transaction.complete', 'refund.complete']) {
    const webhook = { endpoint: receiver.url, eventType, messageType: 'thin' };
    webhooks.push(must(await merchant.one('/webhooks', webhook), 201).body.id);
  }
  return {
    ...{ ...stage, merchant, shop, club, chargeRetries, vault, desk, stranger, webhooks, signIn },
    ...{ deliveries: receiver.deliveries, receive: receiver.receive },
    inbox: { url: results.url, bodies: results.bodies },
    digest: async () => {
      const rows = await readRows(service.db);
      return responses.update(rows).digest('hex');
    },
    end: async () => {
      await stranger.close();
      await desk.end();
      await stage.end();
      for (const one of [receiver, results, vault]) one.close();
      forgetNames();
    },
  };
}

/** The rows of states and money as text, in an order that does not depend on identifiers. */
async function readRows(db: Sql): Promise<string> {
  const rows = await db<{ row: string }[]>`
    select concat_ws(' ', object, from_state, verb, to_state, at) as row from transitions
    union all
    select concat_ws(' ', journal.template, account.kind, entry.amount_cents, entry.booked_at)
      from ledger_entries entry join ledger_journals journal on journal.id = entry.journal_id
        join ledger_accounts account on account.id = entry.account_id
    union all
    select concat_ws(' ', type, sequence, occurred_at) from events
    order by 1`;
  return rows.map(({ row }) => row).join('\n');
}

/**
 * Returns a function that removes from a text what differs between runs: ports, secret addresses, and identifiers, which are numbered by their first
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
      .replace(/\/subscriber\/[\w-]+/g, '/subscriber/')
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, numberOf);
}

/** The same merchant, whose responses are noted. Tokens are secret, and not the same in each run. */
function noting(merchant: Merchant, note: (answer: Answer) => void): Merchant {
  const noted =
    <Given extends unknown[]>(send: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await send(...given);
      // In lists, identifiers decide the order of things that were created at one instant. Of requests with one key at once, any
      // is the first.
      if (!String(given[0]).includes('limit=') && given[2] === undefined) note(answer);
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

/** How long a receiver hangs, in milliseconds. */
const hangMs = 300;

async function openReceiver() {
  const deliveries: Delivery[] = [];
  const bodies: string[] = [];
  let manner: Manner = 'accept';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headerOf = (name: string) => String(request.headers[`webhook-${name}`]);
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    deliveries.push({
      ...{ id: headerOf('id'), timestamp: headerOf('timestamp'), signature: headerOf('signature') },
      body,
    });
    if (manner === 'hang') return void setTimeout(() => response.destroy(), hangMs);
    response.writeHead(manner === 'accept' ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ deliveries, bodies },
    receive: (next: Manner) => {
      manner = next;
    },
    url: `http://shop.example:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
