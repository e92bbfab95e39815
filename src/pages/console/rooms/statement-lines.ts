// A line of a statement: what it says, what it may be, and a person's word on it where no rule explains it.
import { bankById } from '../../../core/banks.ts';
import { may } from '../../../core/people/permissions.ts';
import { type LineMeaning, meanings, type StatementLine } from '../../../core/statements/actions.ts';
import { explainLine } from '../../../core/statements/explaining.ts';
import { readLine } from '../../../core/statements/line-details.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { formatDecimal, parseDecimal } from '../../../kernel/money.ts';
import { findLineCandidates, type LineCandidate } from '../../../reports/books/line-candidates.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../rooms.ts';
import { idOf } from '../things.ts';
import { facts, money, pathOfThing, id as shownId, state, time } from '../views/parts.ts';
import { type Fields, type FormRoute, type PageRoute, type Problem, Refusal, type Visit } from '../visit.ts';

const path = `${consolePath('reconcile')}/lines/:id`;
export const linePath = (id: string): string => consolePath('reconcile', 'lines', id);

export const linePage: PageRoute = { path, action: 'reconcile.see', show: (visit) => showLine(visit) };

export const lineForm: FormRoute = {
  path,
  action: 'reconcile.explain',
  act: async (visit, work, fields) => {
    const id = idOf(visit);
    const note = (fields.note ?? '').trim() || null;
    if (note !== null && note.length > 500)
      throw new Refusal(422, 'A note has at most 500 characters.', 'note');
    const given = { meaning: meaningOf(fields.as), objectId: objectOf(fields.object), note };
    const explained = await explainLine(
      work,
      visit.viewer,
      id,
      { ...given, by: visit.person.email },
      seenOf(fields),
    );
    const { account } = await readLine(work, visit.viewer, id);
    return {
      to: linePath(id),
      said: `${money(explained.amountCents)} is booked as ${words[explained.meaning!].toLowerCase()}.`,
      subject: `statement line ${id}`,
      merchantId: account.merchantId,
      before: { status: 'open' },
      after: {
        as: given.meaning,
        object: given.objectId,
        amount: formatDecimal(explained.amountCents),
        account: account.id,
      },
      ...(note !== null && { why: note }),
    };
  },
  again: (visit, fields, problem) => showLine(visit, { fields, problem: named(problem) }),
};

/** The core's names of the fields that stand otherwise on the page. */
const named = (problem: Problem): Problem =>
  problem.field === 'meaning' ? { ...problem, field: 'as' } : problem;

const words: Record<LineMeaning, string> = {
  payment: 'A payment of ours',
  return: 'A payment that came back',
  deposit: 'A deposit',
  reversal: 'A deposit that the bank took back',
  charge: 'A charge of the bank',
  interest: 'Interest',
  own: 'Money of our own, moved',
};

function meaningOf(typed: string | undefined): LineMeaning {
  const meaning = meanings.find((one) => one === typed);
  if (meaning) return meaning;
  throw new Refusal(422, 'Choose what the line is.', 'as');
}

function objectOf(typed: string | undefined): string | null {
  const id = (typed ?? '').trim().toLowerCase();
  if (id === '') return null;
  if (isUuid(id)) return id;
  throw new Refusal(
    422,
    'Of what it is takes the id of a refund, payout, settlement or deposit, or stays empty.',
    'object',
  );
}

function seenOf({ seenAmount, seenText }: Fields) {
  const amount = seenAmount === undefined ? undefined : parseDecimal(seenAmount.replace('-', ''));
  if (seenAmount !== undefined && amount === undefined)
    throw new Refusal(422, 'The form is not as it was sent.');
  const signed = amount !== undefined && seenAmount!.startsWith('-') ? -amount : amount;
  return { amount: signed, text: seenText };
}

interface SeenLine extends Awaited<ReturnType<typeof readLine>> {
  candidates: readonly LineCandidate[];
}

interface Again {
  fields: Fields;
  problem: Problem;
}

async function showLine(visit: Visit, again?: Again): Promise<Html> {
  const { line, account } = await readLine(visit.ctx, visit.viewer, idOf(visit));
  const candidates = line.status === 'open' ? await findLineCandidates(visit.ctx.db, line) : [];
  const seen: SeenLine = { line, account, candidates };
  const mayExplain =
    line.status === 'open' && may(visit.person.rights, 'reconcile.explain', account.merchantId);
  const main = html`${again && !mayExplain && html`<p class="wrong" role="alert">${again.problem.message}</p>`}
<section class="panel" aria-label="The line">${lineFacts(seen)}</section>
${line.status === 'open' && candidatesView(line, candidates)}
${mayExplain && explainForm(seen, again)}
<p><a href="${consolePath('reconcile', line.bookedOn)}">Reconciliation up to ${line.bookedOn}</a></p>`;
  return consolePage(visit, { title: `Line of ${money(line.amountCents)}`, room: 'reconcile', main });
}

function lineFacts({ line, account }: SeenLine): Html {
  const kind = line.meaning === 'deposit' || line.meaning === 'reversal' ? 'deposit' : undefined;
  const to = kind && line.objectId !== null ? pathOfThing(kind, line.objectId) : undefined;
  return facts([
    ['Account', `${account.id}: ${bankById(account.bankId)?.name ?? 'bank'} ${account.number}`],
    ['Amount', money(line.amountCents)],
    ['Day', line.bookedOn],
    ['Value day', line.valueOn === line.bookedOn ? null : line.valueOn],
    ['Text', line.text],
    ['Reference', line.reference],
    ['State', state(line.status === 'new' ? 'open' : line.status)],
    ['Booked as', line.meaning && words[line.meaning]],
    ['Of', line.objectId && (to ? html`<a href="${to}">${line.objectId}</a>` : shownId(line.objectId))],
    ['Why', line.rule],
    ['Note', line.note],
  ]);
}

function candidatesView({ amountCents }: StatementLine, candidates: readonly LineCandidate[]): Html {
  if (candidates.length === 0)
    return html`<section class="panel" aria-labelledby="what"><h2 id="what">What is it?</h2>
<p>${amountCents < 0n ? 'No payment of ours and no deposit' : 'No payment that may have come back'} has its amount on this account and waits for a line.</p></section>`;
  return html`<section aria-labelledby="what"><h2 id="what">What is it?</h2>
<table class="cards"><caption>What has its amount on this account and is shown by no line, the newest first</caption>
<thead><tr><th scope="col">It would be</th><th scope="col">Of</th><th scope="col">The bank shows</th><th scope="col">When</th><th scope="col">Id</th></tr></thead>
<tbody>${candidates.map(({ meaning, kind, objectId, text, at }) => {
    const to = pathOfThing(kind, objectId);
    return html`<tr><td data-label="It would be">${words[meaning]}</td><td data-label="Of">${to ? html`<a href="${to}">${kind}</a>` : kind}</td>
<td data-label="The bank shows">${text}</td><td data-label="When">${time(at)}</td><td data-label="Id">${shownId(objectId)}</td></tr>`;
  })}</tbody></table></section>`;
}

/** What a line of a sign may be: money that left is no deposit, and what came in is no payment of ours. */
const offered = ({ amountCents }: StatementLine): LineMeaning[] =>
  amountCents < 0n
    ? ['charge', 'interest', 'own', 'payment', 'reversal']
    : ['deposit', 'interest', 'own', 'return', 'charge'];

function explainForm({ line, candidates }: SeenLine, again: Again | undefined): Html {
  const typed = again?.fields ?? proposalOf(candidates);
  const problem = again?.problem;
  const options = [['', 'Choose'], ...offered(line).map((one) => [one, words[one]])] as [string, string][];
  return html`<section class="panel" aria-labelledby="explain"><h2 id="explain">Explain it</h2>
<p>It is booked once, as you say. That cannot be taken back.</p>
${form({
  to: linePath(line.id),
  problem,
  seen: { seenAmount: formatDecimal(line.amountCents), seenText: line.text },
  label: 'Explain this line',
  body: html`${choice({ name: 'as', label: 'It is', options, chosen: typed?.as })}
${field({ name: 'object', label: 'Of what', hint: 'The id of the refund, payout, settlement or deposit. A charge, interest and money of our own need none.', typed, problem, isOptional: true, longest: 36 })}
${field({ name: 'note', label: 'Note', typed, problem, isOptional: true })}
${button(`Explain ${money(line.amountCents)}`)}`,
})}</section>`;
}

/** The only candidate is filled in; of several, a person chooses. */
function proposalOf(candidates: readonly LineCandidate[]): Fields | undefined {
  const [only, ...others] = candidates;
  return only && others.length === 0 ? { as: only.meaning, object: only.objectId } : undefined;
}
