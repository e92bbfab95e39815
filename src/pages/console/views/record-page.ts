// The page of a record: its timeline, its facts at the side, and its actions.
import { merchantsFor } from '../../../core/people/permissions.ts';
import { type Root, type Story, tellStory } from '../../../reports/timelines/actions.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { live } from '../live/parts.ts';
import { looksAt } from '../operator-access.ts';
import { Refusal, type Visit } from '../visit.ts';
import { due, related, subject, timeline } from './timeline.ts';

/** Returns the timeline of a record. Throws Refusal for one that does not exist or is not the viewer's. */
export async function timelineOf(visit: Visit, root: Root): Promise<Story> {
  const { ctx, viewer, person, deps } = visit;
  const exchangesOf = { merchants: merchantsFor(person.rights, 'exchange.see') };
  const story = await tellStory(ctx, viewer, root, { exchangesOf, formats: deps.formats });
  if (!story) throw new Refusal(404, 'Page not found, or you do not have access.');
  await looksAt(visit, story.subject.merchantId);
  return story;
}

interface Parts {
  room: string;
  /** The kind of record, such as "Payment". */
  noun: string;
  story: Story;
  /** Next to the title. */
  tools?: Html;
  /** The first section at the side, in place of the state: the outcome and the customer of a payment. */
  summary?: Html;
  /** Above the timeline. */
  above?: Html;
  /** Below the timeline. */
  below?: Html | undefined;
  /** At the side, below the facts: forms and more facts. */
  aside?: Html | undefined;
}

export function recordPage(
  visit: Visit,
  { room, noun, story, tools, summary, above, below, aside }: Parts,
): Html {
  const name = story.subject.reference ?? story.subject.id;
  return consolePage(visit, {
    title: `${noun} ${name}`,
    room,
    ...(tools && { tools }),
    main: html`<div class="thing"><div>${above}
${live(visit, 'timeline', timeline(story.steps), 'Timeline updated.')}
${live(visit, 'due', due(story.due))}
${below}
</div><aside aria-label="At the side">${summary}
${live(visit, 'facts', subject(story, summary !== undefined))}
${aside}
${related(story.related)}
</aside></div>`,
  });
}
