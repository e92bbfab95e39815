// The page of a thing: its timeline, its facts at the side, and what may be done with it.
import { merchantsFor } from '../../../core/people/permissions.ts';
import { type Root, type Story, tellStory } from '../../../reports/timelines/actions.ts';
import { type Html, html } from '../../html.ts';
import { consolePage } from '../frame.ts';
import { live } from '../live/parts.ts';
import { looksAt } from '../looks.ts';
import { Refusal, type Visit } from '../visit.ts';
import { due, related, subject, timeline } from './timeline.ts';

/** Returns the story of a thing. Throws Refusal for one that does not exist or is not the viewer's. */
export async function storyOf(visit: Visit, root: Root): Promise<Story> {
  const { ctx, viewer, person, deps } = visit;
  const exchangesOf = { merchants: merchantsFor(person.rights, 'exchange.see') };
  const story = await tellStory(ctx, viewer, root, { exchangesOf, formats: deps.formats });
  if (!story) throw new Refusal(404, 'There is no such thing here, or it is not yours to see.');
  await looksAt(visit, story.subject.merchantId);
  return story;
}

interface Parts {
  room: string;
  /** What it is, such as "Payment". */
  noun: string;
  story: Story;
  /** Beside the title. */
  tools?: Html;
  /** At the side, first: what a reader looks for. */
  summary?: Html;
  /** Above the timeline. */
  above?: Html;
  /** Under the timeline. */
  below?: Html | undefined;
  /** At the side, under the facts: forms and more facts. */
  aside?: Html | undefined;
}

export function storyPage(
  visit: Visit,
  { room, noun, story, tools, summary, above, below, aside }: Parts,
): Html {
  const name = story.subject.reference ?? story.subject.id;
  return consolePage(visit, {
    title: `${noun} ${name}`,
    room,
    ...(tools && { tools }),
    main: html`<div class="thing"><div>${above}
${live(visit, 'timeline', timeline(story.steps), 'The timeline has changed.')}
${live(visit, 'due', due(story.due))}
${below}
</div><aside aria-label="At the side">${summary}
${live(visit, 'facts', subject(story, summary !== undefined))}
${aside}
${related(story.related)}
</aside></div>`,
  });
}
