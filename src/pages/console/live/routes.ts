// The stream of a page. Whoever may not see the page is refused as there.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { may } from '../../../core/people/permissions.ts';
import { needsFactor, type Person } from '../../../core/people/person.ts';
import { longRoute } from '../../../kernel/http/server.ts';
import { judgePath, judgeQuery } from '../addresses.ts';
import { personOf, visitOf } from '../mount.ts';
import { problemOf, problemPage, sendPage, signedOutPage } from '../problems.ts';
import { inPageTurn } from '../turns.ts';
import { type ConsoleDeps, type Fields, type PageRoute, Refusal, type Visit } from '../visit.ts';
import { type Led, leadTo } from './address.ts';
import { createHub } from './hub.ts';
import { peekAll, renderParts } from './looking.ts';
import { forStream } from './parts.ts';
import { openStream } from './stream.ts';

/** Those for whom there is no room load their page again after so many seconds. */
const againSeconds = 30;

/** `pages` are those that there are, without exports. */
export function mountLive(server: FastifyInstance, deps: ConsoleDeps, pages: readonly PageRoute[]): void {
  const hub = createHub(deps);
  // Streams end before the server waits for its connections.
  server.addHook('preClose', async () => hub.endAll());

  server.get('/console/live', longRoute, (request, reply: FastifyReply) =>
    inPageTurn(request, () => open(request, reply)),
  );

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const person = await personOf(deps, request);
    if (!person) return sendPage(reply, signedOutPage(deps.isStaging), 401);
    const full = hub.noRoomFor(person);
    if (full !== undefined) return answerFull(reply, full);
    try {
      const led = ledTo(pages, deps, request, person);
      const visit = visitFor(deps, request, person, led);
      // Before it is rendered: what changes meanwhile is seen at the first look.
      const [mark] = await peekAll([{ visit, led }]);
      await renderParts({ visit, led });
      // Others may have come meanwhile.
      const fullNow = hub.noRoomFor(person);
      if (fullNow !== undefined) return answerFull(reply, fullNow);
      const stream = openStream(reply, visit.live.seen);
      stream.show(visit.live.parts);
      hub.add({ stream, visit, led, mark });
      return reply;
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      const visit = visitOf(deps, request, reply, person, 'home.see');
      return sendPage(reply, problemPage(visit, problem), problem.status);
    }
  }
}

const answerFull = (reply: FastifyReply, why: string): FastifyReply =>
  reply.code(503).header('retry-after', againSeconds).type('text/plain; charset=utf-8').send(why);

/** Returns the page that is asked for. Throws Refusal for what is no page, or not this person's. */
function ledTo(
  pages: readonly PageRoute[],
  { isStaging }: ConsoleDeps,
  { query }: FastifyRequest,
  person: Person,
): Led {
  const { page, seen: _seen, ...others } = query as Fields;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Refusal(400, `This address has no parameter ${unknown}.`, unknown);
  const led = leadTo(pages, page);
  if (!led) throw new Refusal(400, 'Page is the path and the query of a page of the console.');
  if (led === 'nowhere') throw new Refusal(404, 'Nothing stands at this address.');
  if (may(person.rights, led.route.action) && !needsFactor(person, isStaging)) return led;
  throw new Refusal(403, 'Your role does not include this.');
}

function visitFor(
  deps: ConsoleDeps,
  request: FastifyRequest,
  person: Person,
  { route, params, query }: Led,
): Visit {
  const { seen } = request.query as Fields;
  const live = forStream(typeof seen === 'string' ? seen : undefined);
  const visit = { ...visitOf(deps, request, nobody, person, route.action), params, query, live };
  judgePath(visit);
  judgeQuery(visit, route);
  return visit;
}

/** Takes what a page sends by itself: a stream leads nowhere. */
const nobody = new Proxy({} as FastifyReply, {
  get: (_, name) => (name === 'then' ? undefined : () => nobody),
  has: () => true,
});
