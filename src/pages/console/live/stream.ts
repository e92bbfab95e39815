// One stream of server-sent events: the changed parts of a page, which htmx swaps in.
import type { FastifyReply } from 'fastify';
import { html, raw, render } from '../../html.ts';
import { type LivePart, markOf } from './parts.ts';

/** The minimum interval between announcements to a screen reader. */
const speaksEveryMs = 10_000;
/** A client that reads nothing is disconnected. */
const mostUnread = 1_000_000;
const beatMs = 15_000;

export interface Stream {
  /** Sends the parts that differ from those sent last. */
  show(parts: ReadonlyMap<string, LivePart>): void;
  /** Ends it. The page reconnects by itself, and is checked again. */
  end(why: 'back' | 'signed-out'): void;
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>;
}

/** Opens a stream as the response to a request. `seen` is the mark of the parts that the page was shown with. */
export function openStream(reply: FastifyReply, seen: string | undefined): Stream {
  reply.hijack();
  const { raw: response } = reply;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    // Proxies must pass each event on at once.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  const over = Promise.withResolvers<void>();
  const voice = createVoice(send);
  const beat = setInterval(() => send(': here\n\n'), beatMs).unref();
  let sent: Map<string, string> | undefined;

  function send(text: string): void {
    if (response.writableEnded) return;
    response.write(text);
    if (response.writableLength > mostUnread) response.destroy();
  }

  response.once('close', () => {
    clearInterval(beat);
    voice.stop();
    over.resolve();
  });
  // Clients that lose their stream at one moment must not reconnect at one moment: the microsecond at which each started decides,
  // not the injected random generator, which a seeded run depends on.
  const retryMs = 1_000 + (Math.trunc(performance.now() * 1_000) % 4_000);
  send(`retry: ${retryMs}\nevent: open\ndata: open\n\n`);

  return {
    ended: over.promise,
    show: (parts) => {
      const isFirst = sent === undefined;
      const before = sent ?? new Map(markOf(parts) === seen ? marksOf(parts) : []);
      const changed = [...parts].filter(([name, { markup }]) => before.get(name) !== markup);
      sent = marksOf(parts);
      // An empty announcement is not sent.
      const news = changed.filter(([, { markup }]) => !(isFirst && markup === ''));
      if (news.length === 0) return;
      send(eventOf(news.map(([name, { markup }]) => partial(`#live-${name}`, markup)).join('')));
      const words = news.map(([, part]) => part.words).filter((one) => one !== '');
      if (words.length > 0) voice.say(words.join(' '));
    },
    end: (why) => {
      send(`event: ${why}\ndata: ${why}\n\n`);
      response.end();
    },
  };
}

const marksOf = (parts: ReadonlyMap<string, LivePart>): Map<string, string> =>
  new Map([...parts].map(([name, { markup }]) => [name, markup]));

const partial = (target: string, markup: string): string =>
  render(html`<hx-partial hx-target="${target}" hx-swap="innerMorph">${raw(markup)}</hx-partial>`);

const eventOf = (markup: string): string =>
  `${markup
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`)
    .join('\n')}\n\n`;

/** Announces the latest change, at limited intervals. */
function createVoice(send: (text: string) => void) {
  let words: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const speak = (): void => {
    timer = undefined;
    if (words === undefined) return;
    send(eventOf(partial('#live-said', render(html`${words}`))));
    words = undefined;
    timer = setTimeout(speak, speaksEveryMs).unref();
  };
  return {
    say: (latest: string) => {
      words = latest;
      if (!timer) speak();
    },
    stop: () => {
      clearTimeout(timer);
      words = undefined;
    },
  };
}
