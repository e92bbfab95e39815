// The stream of a page. It is refused as the page is.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { may } from '../../../core/users/permissions.ts';
import { needsFactor } from '../../../core/users/signed-in-user.ts';
import { longRoute } from '../../../kernel/http/server.ts';
import { judgePath, judgeQuery } from '../addresses.ts';
import { signedInUserOf, visitOf } from '../mount.ts';
import { problemOf, problemPage, sendPage, signedOutPage } from '../problems.ts';
import { inPageTurn } from '../session-limits.ts';
import {
  type ConsoleDeps,
  type ConsoleUser,
  type Fields,
  type PageRoute,
  Refusal,
  type Visit,
} from '../visit.ts';
import { type Led, leadTo } from './address.ts';
import { peekAll, renderParts } from './checking.ts';
import { createHub } from './hub.ts';
import { forStream } from './parts.ts';
import { openStream } from './stream.ts';

/** Without room for a stream, a page reloads after this many seconds. */
const againSeconds = 30;

/** `pages` are the existing pages, without exports. */
export function mountLive(server: FastifyInstance, deps: ConsoleDeps, pages: readonly PageRoute[]): void {
  const hub = createHub(deps);
  // Streams end before the server waits for its connections.
  server.addHook('preClose', async () => hub.endAll());

  server.get('/console/live', longRoute, (request, reply: FastifyReply) =>
    inPageTurn(request, () => open(request, reply)),
  );

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const user = await signedInUserOf(deps, request);
    if (!user) return sendPage(reply, signedOutPage(deps.isStaging), 401);
    const full = hub.noRoomFor(user);
    if (full !== undefined) return answerFull(reply, full);
    try {
      const led = ledTo(pages, deps, request, user);
      const visit = visitFor(deps, request, user, led);
      // Before it is rendered: a change in between appears in the first check.
      const [mark] = await peekAll([{ visit, led }]);
      await renderParts({ visit, led });
      // Others may have connected in between.
      const fullNow = hub.noRoomFor(user);
      if (fullNow !== undefined) return answerFull(reply, fullNow);
      const stream = openStream(reply, visit.live.seen);
      stream.show(visit.live.parts);
      hub.add({ stream, visit, led, mark });
      return reply;
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      const visit = visitOf(deps, request, reply, user, 'home.see');
      return sendPage(reply, problemPage(visit, problem), problem.status);
    }
  }
}

const answerFull = (reply: FastifyReply, why: string): FastifyReply =>
  reply.code(503).header('retry-after', againSeconds).type('text/plain; charset=utf-8').send(why);

/** Returns the requested page. Throws Refusal for an unknown page, or another user's. */
function ledTo(
  pages: readonly PageRoute[],
  { isStaging }: ConsoleDeps,
  { query }: FastifyRequest,
  user: ConsoleUser,
): Led {
  const { page, seen: _seen, ...others } = query as Fields;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Refusal(400, `Unknown parameter: ${unknown}.`, unknown);
  const led = leadTo(pages, page);
  if (!led) throw new Refusal(400, 'The parameter page must be the path and query of a console page.');
  if (led === 'nowhere') throw new Refusal(404, 'Page not found.');
  if (may(user.rights, led.route.action) && !needsFactor(user, isStaging)) return led;
  throw new Refusal(403, 'Your role does not allow this.');
}

function visitFor(
  deps: ConsoleDeps,
  request: FastifyRequest,
  user: ConsoleUser,
  { route, params, query }: Led,
): Visit {
  const { seen } = request.query as Fields;
  const live = forStream(typeof seen === 'string' ? seen : undefined);
  const visit = { ...visitOf(deps, request, nobody, user, route.action), params, query, live };
  judgePath(visit);
  judgeQuery(visit, route);
  return visit;
}

/** Absorbs the responses of a page: a stream never redirects. */
const nobody = new Proxy({} as FastifyReply, {
  get: (_, name) => (name === 'then' ? undefined : () => nobody),
  has: () => true,
});
