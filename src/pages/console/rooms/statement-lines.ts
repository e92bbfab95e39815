// A statement line: its text, the suggested matches, and the form to categorise a line that no rule matches.
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
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
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
      said: `${money(explained.amountCents)} posted as ${words[explained.meaning!].toLowerCase()}.`,
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

/** Maps the core's field names to those of the page. */
const named = (problem: Problem): Problem =>
  problem.field === 'meaning' ? { ...problem, field: 'as' } : problem;

const words: Record<LineMeaning, string> = {
  payment: 'Our payment',
  return: 'Returned payment',
  deposit: 'Deposit',
  reversal: 'Deposit reversed by the bank',
  charge: 'Bank charge',
  interest: 'Interest',
  own: 'Internal transfer',
};

function meaningOf(typed: string | undefined): LineMeaning {
  const meaning = meanings.find((one) => one === typed);
  if (meaning) return meaning;
  throw new Refusal(422, 'Choose a category.', 'as');
}

function objectOf(typed: string | undefined): string | null {
  const id = (typed ?? '').trim().toLowerCase();
  if (id === '') return null;
  if (isUuid(id)) return id;
  throw new Refusal(
    422,
    'Matched to must be the id of a refund, payout, settlement or deposit, or blank.',
    'object',
  );
}

function seenOf({ seenAmount, seenText }: Fields) {
  const amount = seenAmount === undefined ? undefined : parseDecimal(seenAmount.replace('-', ''));
  if (seenAmount !== undefined && amount === undefined)
    throw new Refusal(422, 'The form is incomplete. Reload the page and try again.');
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
<section class="panel" aria-label="Statement line">${lineFacts(seen)}</section>
${line.status === 'open' && candidatesView(line, candidates)}
${mayExplain && explainForm(seen, again)}
<p><a href="${consolePath('reconcile', line.bookedOn)}">Reconciliation as at ${line.bookedOn}</a></p>`;
  return consolePage(visit, {
    title: `Statement line of ${money(line.amountCents)}`,
    room: 'reconcile',
    main,
  });
}

function lineFacts({ line, account }: SeenLine): Html {
  const kind = line.meaning === 'deposit' || line.meaning === 'reversal' ? 'deposit' : undefined;
  const to = kind && line.objectId !== null ? pathOfThing(kind, line.objectId) : undefined;
  return facts([
    ['Account', `${account.id}: ${bankById(account.bankId)?.name ?? 'bank'} ${account.number}`],
    ['Amount', money(line.amountCents)],
    ['Date', line.bookedOn],
    ['Value date', line.valueOn === line.bookedOn ? null : line.valueOn],
    ['Text', line.text],
    ['Reference', line.reference],
    ['State', state(line.status === 'new' ? 'open' : line.status)],
    ['Posted as', line.meaning && words[line.meaning]],
    [
      'Matched to',
      line.objectId && (to ? html`<a href="${to}">${line.objectId}</a>` : shownId(line.objectId)),
    ],
    ['Reason', line.rule],
    ['Note', line.note],
  ]);
}

function candidatesView({ amountCents }: StatementLine, candidates: readonly LineCandidate[]): Html {
  if (candidates.length === 0)
    return html`<section class="panel" aria-labelledby="what"><h2 id="what">Suggested matches</h2>
<p>None. ${amountCents < 0n ? 'No payment and no deposit' : 'No payment that can be returned'} has this amount on this account without a statement line.</p></section>`;
  return html`<section aria-labelledby="what"><h2 id="what">Suggested matches</h2>
<table class="cards"><caption>Records with this amount and no statement line, newest first</caption>
<thead><tr><th scope="col">Category</th><th scope="col">Matched to</th><th scope="col">Statement text</th><th scope="col">Date</th><th scope="col">Id</th></tr></thead>
<tbody>${candidates.map(({ meaning, kind, objectId, text, at }) => {
    const to = pathOfThing(kind, objectId);
    return html`<tr><td data-label="Category">${words[meaning]}</td><td data-label="Matched to">${to ? html`<a href="${to}">${kind}</a>` : kind}</td>
<td data-label="Statement text">${text}</td><td data-label="Date">${time(at)}</td><td data-label="Id">${shownId(objectId)}</td></tr>`;
  })}</tbody></table></section>`;
}

/** The categories of a line by its sign: a debit cannot be a deposit, and a credit cannot be our payment. */
const offered = ({ amountCents }: StatementLine): LineMeaning[] =>
  amountCents < 0n
    ? ['charge', 'interest', 'own', 'payment', 'reversal']
    : ['deposit', 'interest', 'own', 'return', 'charge'];

function explainForm({ line, candidates }: SeenLine, again: Again | undefined): Html {
  const typed = again?.fields ?? proposalOf(candidates);
  const problem = again?.problem;
  const options = [['', 'Choose'], ...offered(line).map((one) => [one, words[one]])] as [string, string][];
  return html`<section class="panel" aria-labelledby="explain"><h2 id="explain">Categorise and post</h2>
<p>The line is posted once, in the category that you choose. This cannot be undone.</p>
${form({
  to: linePath(line.id),
  problem,
  seen: { seenAmount: formatDecimal(line.amountCents), seenText: line.text },
  label: 'Categorise this line',
  body: html`${choice({ name: 'as', label: 'Category', options, chosen: typed?.as })}
${field({ name: 'object', label: 'Matched to', hint: 'The id of the refund, payout, settlement or deposit. Leave blank for charges, interest and internal transfers.', typed, problem, isOptional: true, longest: 36 })}
${field({ name: 'note', label: 'Note', typed, problem, isOptional: true })}
${button(`Post ${money(line.amountCents)}`)}`,
})}</section>`;
}

/** A single candidate is preselected; of several, the user chooses. */
function proposalOf(candidates: readonly LineCandidate[]): Fields | undefined {
  const [only, ...others] = candidates;
  return only && others.length === 0 ? { as: only.meaning, object: only.objectId } : undefined;
}
