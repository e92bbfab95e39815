// The page of a record: its facts and actions first, and its timeline below them.
import { may, merchantsFor } from '../../../core/users/permissions.ts';
import { type Root, readTimeline, type Timeline } from '../../../reports/timelines/actions.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { live } from '../live/parts.ts';
import { looksAt } from '../operator-access.ts';
import { Refusal, type Visit } from '../visit.ts';
import { due, related, subject, timelineList } from './timeline.ts';

/** Returns the timeline of a record. Throws Refusal for one that does not exist or is not the viewer's. */
export async function timelineOf(visit: Visit, root: Root): Promise<Timeline> {
  const { ctx, viewer, user, deps } = visit;
  const exchangesOf = { merchants: merchantsFor(user.rights, 'exchange.see') };
  const timeline = await readTimeline(ctx, viewer, root, { exchangesOf, formats: deps.formats });
  if (!timeline) throw new Refusal(404, 'Page not found, or you do not have access.');
  await looksAt(visit, timeline.subject.merchantId);
  return timeline;
}

interface Parts {
  page: string;
  /** The kind of record, such as "Payment". */
  noun: string;
  timeline: Timeline;
  /** Next to the title. */
  tools?: Html;
  /** The first section, in place of the state: the outcome and the customer of a payment. */
  summary?: Html;
  /** Above the timeline. */
  above?: Html;
  /** Below the timeline. */
  below?: Html | undefined;
  /** After the facts: forms and more facts. */
  aside?: Html | undefined;
}

export function recordPage(
  visit: Visit,
  { page, noun, timeline, tools, summary, above, below, aside }: Parts,
): Html {
  const name = timeline.subject.reference ?? timeline.subject.id;
  const isLedgerShown = may(visit.user.rights, 'ledger.see', timeline.subject.merchantId);
  return consolePage(visit, {
    title: `${noun} ${name}`,
    page,
    ...(tools && { tools }),
    back: page,
    main: html`${above}
<div class="record-facts"><div>${summary}
${live(visit, 'facts', subject(timeline, summary !== undefined))}</div>
<div>${aside}</div>
<div>${live(visit, 'due', due(timeline.due))}
${related(timeline.related)}</div>
</div>
<h2>Timeline</h2>
${live(visit, 'timeline', timelineList(timeline.steps, isLedgerShown), 'Timeline updated.')}
${below}`,
  });
}
