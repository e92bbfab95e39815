// Messages that arrive badly: too long, too slow, broken off, empty, of the wrong kind. A receiver must survive them.
import { setTimeout as wait } from 'node:timers/promises';
import { signAgain, strangers, unsigned } from '../forge.ts';
import { problems, refused, taken, unbroken } from '../judge.ts';
import type { Scene } from '../scene.ts';
import { type Answer, type Message, oneConnection } from '../send.ts';
import { type Case, good, lie } from './case.ts';

const hugeBytes = 32 * 1024 * 1024;
const pieceBytes = 64 * 1024;
const slowPieces = 6;
const slowPieceMs = 300;

/** Returns the problem of a true message that is sent afterwards. */
const stillTaken = async (scene: Scene) =>
  taken(await scene.send(await good(scene)), 'a good one afterwards');

function* huge(): Iterable<Buffer> {
  for (let sent = 0; sent < hugeBytes; sent += pieceBytes) yield Buffer.alloc(pieceBytes, 'a');
}

async function* slow({ body }: Message): AsyncIterable<Buffer> {
  const bytes = Buffer.from(body);
  const size = Math.ceil(bytes.length / slowPieces);
  for (let from = 0; from < bytes.length; from += size) {
    yield bytes.subarray(from, from + size);
    await wait(slowPieceMs);
  }
}

export const roughCases: Case[] = [
  {
    name: 'huge-body',
    what: '32 MB without a signature: rejected before all of it is read, and the next valid message is accepted',
    why: 'Our messages have a few hundred bytes. A receiver without a limit can be exhausted by anyone.',
    cure: 'Stop reading after 64 kB and respond with 413.',
    play: async (scene) => {
      const message = unsigned(await lie(scene));
      const answer = await scene.send(message, { pieces: huge() });
      const isRead = answer.isAllSent && !answer.isClosed;
      return problems(
        answer.isClosed ? undefined : refused(answer),
        isRead ? 'all 32 MB were read before the response' : undefined,
        await stillTaken(scene),
      );
    },
  },
  {
    name: 'slow-body',
    what: 'a valid message that takes two seconds to arrive, and another meanwhile: both accepted',
    why: 'Connections can be slow. One slow connection must not block the others.',
    cure: 'Read without blocking, with a timeout of about ten seconds per request.',
    play: async (scene) => {
      const [first, other] = [await good(scene), await good(scene)];
      const slowly = scene.send({ ...first, headers: first.headers }, { pieces: slow(first) });
      await wait(slowPieceMs);
      const meanwhile = await scene.send(other);
      return problems(taken(meanwhile, 'the other'), taken(await slowly, 'the slow one'));
    },
  },
  {
    name: 'cut-off',
    what: 'a message whose connection breaks off: the next valid one is accepted',
    why: 'Half a message must not be processed, and must not crash the receiver.',
    cure: 'Process a body only when it is complete, and catch connection errors.',
    play: async (scene) => {
      const message = await lie(scene);
      const half = Buffer.from(message.body.slice(0, message.body.length / 2));
      await scene.send(message, { pieces: [half], isCutOff: true });
      return problems(await stillTaken(scene));
    },
  },
  {
    name: 'keep-alive',
    what: 'five messages on one connection, every second one unsigned: each gets its own response',
    why: 'We keep connections open. An unread body is parsed as the beginning of the next request.',
    cure: 'Read or discard the rest of a rejected body, or close the connection.',
    play: async (scene) => {
      const agent = oneConnection(scene.url);
      const answers: (string | undefined)[] = [];
      for (const place of [1, 2, 3, 4, 5]) {
        const isGood = place % 2 === 1;
        const message = await good(isGood ? scene : { ...scene, expect: () => {} });
        const answer = await scene.send(isGood ? message : unsigned(message), { agent });
        const name = `message ${place}`;
        answers.push(isGood ? taken(answer, name) : refused(answer, name));
      }
      agent.destroy();
      return problems(...answers);
    },
  },
  {
    name: 'empty-body',
    what: 'an empty body: rejected',
    why: 'Probes and misconfigured clients send empty bodies. A parser that throws returns a 500, which is retried.',
    cure: 'Check that the body is not empty before you parse it.',
    play: async (scene) => {
      const { headers } = await lie(scene);
      return problems(refused(await scene.send({ headers, body: '' })));
    },
  },
  {
    name: 'not-json',
    only: 'json',
    what: 'a body that is not JSON, with a valid signature: rejected',
    why: 'A retry does not fix a malformed message, and a 500 requests retries.',
    cure: 'Catch the parser’s error and respond with 400.',
    play: async (scene) => {
      const message = await lie(scene);
      return problems(
        refused(await scene.send(signAgain(message, scene.secrets, { body: 'Status=Complete&{' }))),
      );
    },
  },
  {
    name: 'content-type',
    what: 'a forged success, as text/plain: rejected',
    why: 'Frameworks parse by content type. An unknown type leaves an empty body, or skips a check that depends on the parser.',
    cure: 'Verify before anything depends on the type; reject types that we do not send.',
    play: async (scene) => {
      const message = await lie(scene, strangers());
      const headers = { ...message.headers, 'content-type': 'text/plain; charset=utf-16' };
      return problems(refused(await scene.send({ ...message, headers })), unbroken(await sendTyped(scene)));
    },
  },
];

/** Sends a true message with a content type that is never used. It may be refused. */
async function sendTyped(scene: Scene): Promise<Answer> {
  const message = await scene.tell(await scene.order({ outcomes: ['success'] }), { state: 'successful' });
  return scene.send({
    ...message,
    headers: { ...message.headers, 'content-type': 'application/octet-stream' },
  });
}
