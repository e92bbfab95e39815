import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { markOf } from './parts.ts';
import { openStream } from './stream.ts';

/** Returns a reply that keeps the written text; `unread` bytes of it wait for its reader. */
function replyOf(unread = 0) {
  const raw = Object.assign(new EventEmitter(), {
    written: '',
    writableEnded: false,
    writableLength: unread,
    isDestroyed: false,
    writeHead: () => {},
    write(text: string) {
      raw.written += text;
    },
    end() {
      raw.writableEnded = true;
      raw.emit('close');
    },
    destroy() {
      raw.isDestroyed = true;
      raw.emit('close');
    },
  });
  return { raw, reply: { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply };
}

const partsOf = (markup: string, words = '') => new Map([['one', { markup, words }]]);

test('a stream beats each 15 seconds until it ends, so that no proxy takes it for dead', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const { raw, reply } = replyOf();
  const stream = openStream(reply, undefined);
  const beats = () => raw.written.split(': here\n\n').length - 1;
  t.mock.timers.tick(14_999);
  assert.equal(beats(), 0);
  t.mock.timers.tick(30_001);
  assert.equal(beats(), 3);
  stream.end('back');
  await stream.ended;
  t.mock.timers.tick(60_000);
  assert.equal(beats(), 3);
});

test('only parts that differ from the page as shown are sent', () => {
  const { raw, reply } = replyOf();
  const stream = openStream(reply, markOf(partsOf('shown')));
  stream.show(partsOf('shown'));
  assert.doesNotMatch(raw.written, /#live-one/);
  stream.show(partsOf('first'));
  const once = raw.written;
  assert.match(once, /#live-one[^\n]*first/);
  stream.show(partsOf('first'));
  assert.equal(raw.written, once);
  stream.show(partsOf('second'));
  assert.match(raw.written.slice(once.length), /second/);
});

test('changes are said at most once in ten seconds, the latest of them', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const { raw, reply } = replyOf();
  const stream = openStream(reply, undefined);
  for (const nth of ['1', '2', '3']) stream.show(partsOf(nth, `said ${nth}`));
  const said = () => raw.written.match(/said \d/g);
  assert.deepEqual(said(), ['said 1']);
  t.mock.timers.tick(10_000);
  assert.deepEqual(said(), ['said 1', 'said 3']);
});

test('a reader who takes nothing is let go', () => {
  const { raw, reply } = replyOf(1_000_001);
  openStream(reply, undefined);
  assert.equal(raw.isDestroyed, true);
});
