// The main loop of `tefo listen`: it registers, forwards events, and continues after an outage of the service or the
// receiver.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../app/config.ts';
import { demoSiteCode } from '../../app/credentials.ts';
import type { EventType } from '../../core/events.ts';
import { type Listening, startListening } from '../../devtools/listen/listeners.ts';
import { createRelay, type Delivery, type Relay } from '../../devtools/listen/relay.ts';
import { isDatabaseAway, reasonOf } from '../../kernel/db/db.ts';
import { createOutbound } from '../../kernel/http/outbound.ts';
import { required } from '../../kernel/required.ts';
import { type Connection, connect, within } from '../connection.ts';
import { isServiceThere, siteNamed } from '../session.ts';
import { readSince } from '../since.ts';
import { type Message, type MessageType, messageWriter } from './messages.ts';

export interface ListenOptions {
  config: Config;
  /** The code of a site; undefined means the demo merchant's. */
  site: string | undefined;
  forwardTo: string;
  messageType: MessageType;
  types: readonly EventType[] | undefined;
  name: string;
  since: string | undefined;
  say: (note: Note) => void;
  /** Stops it. */
  signal: AbortSignal;
  heartbeatMs?: number;
  retryMs?: readonly number[];
}

type Ending = 'asked' | 'taken over';

/** A report of the listener. */
export type Note =
  | ({ kind: 'listening'; waiting: number } & Start)
  | ({ kind: 'delivery' } & Delivery)
  | { kind: 'heartbeat'; last: Last | undefined; waiting: number; lagMs: number; isReceiverAway: boolean }
  | { kind: 'receiver' | 'service'; isAway: boolean; reason: string | undefined; waiting: number }
  | { kind: 'stopped'; why: Ending };

interface Start {
  siteCode: string;
  siteName: string;
  lastEventId: string | null;
  begins: boolean;
}

interface Last {
  id: string;
  occurredAt: Date;
}

/** How often it looks for events, in milliseconds: an event is forwarded within a tenth of a second. */
const pollMs = 30;
const healthMs = 5_000;
const answerMs = 15_000;
const graceMs = 2_000;
const startMs = 300;

/** Forwards events until it is stopped, or another listener takes over its name. */
export async function listen(options: ListenOptions): Promise<Ending> {
  const { config, say, signal, messageType } = options;
  const outbound = createOutbound({ privateAllowed: true, allowedNetworks: config.allowedNetworks });
  const state: State = {
    connection: undefined,
    write: undefined,
    listening: undefined,
    last: undefined,
    away: {},
    isUnkept: false,
  };
  const relay = createRelay({
    retryMs: options.retryMs,
    send: async (event) => {
      try {
        const message = await required(state.write, 'writer')(event);
        return await outbound.post({ url: options.forwardTo, ...message, timeoutMs: answerMs });
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        return { statusCode: null, error: reasonOf(error), body: '', retryAfter: null };
      }
    },
    onDelivery: (delivery) => {
      const { id, occurredAt } = delivery.event;
      if (delivery.outcome !== 'again') state.last = { id, occurredAt };
      say({ kind: 'delivery', ...delivery });
    },
    onReceiver: (reason) => note(options, state, relay, 'receiver', reason),
  });
  const onAway = (reason: string) => note(options, state, relay, 'service', reason);
  let why: Ending | undefined;
  try {
    while (!signal.aborted && why === undefined) {
      const connection = await connect(config, signal, onAway);
      if (!connection) break;
      state.connection = connection;
      state.write = messageWriter(connection.ctx, config, messageType);
      why = await relayOver(options, state, relay, connection);
    }
  } finally {
    // Events without a response are sent again later.
    await outbound.abandon();
  }
  say({ kind: 'stopped', why: why ?? 'asked' });
  return why ?? 'asked';
}

interface State {
  connection: Connection | undefined;
  write: ((event: Delivery['event']) => Promise<Message>) | undefined;
  listening: Listening | undefined;
  last: Last | undefined;
  /** Why the service or the receiver is unavailable, while it is. */
  away: Partial<Record<'service' | 'receiver', string>>;
  /** An event was forwarded whose progress is not stored yet. */
  isUnkept: boolean;
}

/** Reports once that the service or receiver is unavailable, or back. */
function note(
  { say }: ListenOptions,
  { away }: State,
  relay: Relay,
  kind: 'service' | 'receiver',
  reason: string | undefined,
): void {
  if ((away[kind] === undefined) === (reason === undefined)) return;
  if (reason === undefined) delete away[kind];
  else away[kind] = reason;
  say({ kind, isAway: reason !== undefined, reason, waiting: relay.waiting() });
}

/** Forwards events while the database is available; returns undefined when it is not. */
async function relayOver(
  options: ListenOptions,
  state: State,
  relay: Relay,
  connection: Connection,
): Promise<Ending | undefined> {
  const { heartbeatMs = 30_000 } = options;
  const isHealthDue = every(healthMs, 0);
  // A returning service is reported soon.
  const isReturnDue = every(startMs);
  const isHeartbeatDue = every(heartbeatMs);
  try {
    if (!state.listening && (await isStarting(options))) {
      note(options, state, relay, 'service', 'it is starting');
      await sleep(startMs);
      return undefined;
    }
    state.listening ??= await begin(options, connection);
    for (;;) {
      if (isHealthDue() || (state.away.service !== undefined && isReturnDue()))
        void checkHealth(options, state, relay);
      const ending = await advance(options, state, relay);
      if (ending) return await leave(state, relay, ending);
      if (isHeartbeatDue()) await beat(options, state);
      await Promise.race([sleep(pollMs), relay.next()]);
    }
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    note(options, state, relay, 'service', reasonOf(error));
    return undefined;
  } finally {
    await connection.close();
  }
}

/** The first start of a sandbox creates the demo merchant last. */
async function isStarting({ config, site }: ListenOptions): Promise<boolean> {
  return site === undefined && config.mode === 'staging' && !(await demoSiteCode(config));
}

async function begin(options: ListenOptions, { ctx }: Connection): Promise<Listening> {
  const site = await within(siteNamed(ctx, options.config, options.site));
  const since = options.since === undefined ? undefined : readSince(options.since, ctx.clock.now());
  const { name, types } = options;
  const listening = await within(startListening(ctx, { site, name, types, since }));
  const { lastEventId, begins } = listening;
  const { waiting } = await within(listening.backlog(ctx));
  const start = { siteCode: site.code, siteName: site.name, lastEventId, begins };
  options.say({ kind: 'listening', ...start, waiting });
  return listening;
}

/** Reads new events, starts deliveries that are due, stores the progress. */
async function advance({ signal }: ListenOptions, state: State, relay: Relay): Promise<Ending | undefined> {
  if (signal.aborted) return 'asked';
  if (relay.hasRoom()) {
    const reading = await within(
      required(state.listening, 'listener').read(required(state.connection, 'connection').ctx),
    );
    if (!reading) return 'taken over';
    relay.add(reading.events, false);
    relay.add(reading.again, true);
  }
  relay.work();
  return (await keep(state, relay)) ? undefined : 'taken over';
}

async function keep(state: State, relay: Relay): Promise<boolean> {
  const listening = required(state.listening, 'listener');
  const ended = relay.ended();
  for (const { id, isAgain } of ended) listening.tell(id, isAgain);
  if (ended.length > 0) state.isUnkept = true;
  if (!state.isUnkept) return true;
  const isOurs = await within(listening.keep(required(state.connection, 'connection').ctx));
  state.isUnkept = false;
  return isOurs;
}

/** Waits a moment for running deliveries, and stores the progress. */
async function leave(state: State, relay: Relay, why: Ending): Promise<Ending> {
  await Promise.race([relay.settled(), sleep(graceMs, undefined, { ref: false })]);
  await keep(state, relay);
  return why;
}

/** Returns a function that is true once per period, at first after `firstMs`. */
function every(ms: number, firstMs = ms): () => boolean {
  let due = performance.now() + firstMs;
  return () => {
    const now = performance.now();
    if (now < due) return false;
    due = now + ms;
    return true;
  };
}

/** Forwarding needs only the database; but without the service there are no events, and the user should know why. */
async function checkHealth(options: ListenOptions, state: State, relay: Relay): Promise<void> {
  const { publicUrl } = options.config;
  const isThere = await isServiceThere(options.config);
  note(options, state, relay, 'service', isThere ? undefined : `no response from ${publicUrl}`);
}

async function beat({ say }: ListenOptions, { connection, listening, last, away }: State): Promise<void> {
  const { ctx } = required(connection, 'connection');
  const { waiting, oldest } = await within(required(listening, 'listener').backlog(ctx));
  const lagMs = oldest ? Math.max(0, ctx.clock.now().getTime() - oldest.getTime()) : 0;
  say({ kind: 'heartbeat', last, waiting, lagMs, isReceiverAway: away.receiver !== undefined });
}
