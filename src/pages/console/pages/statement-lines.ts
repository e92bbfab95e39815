// A statement line: its text, the suggested matches of one click, its category, and the undo of both.
import type { BankAccount } from '../../../core/accounts/actions.ts';
import { bankById } from '../../../core/banks.ts';
import type { Work } from '../../../core/context.ts';
import { allocateDeposit } from '../../../core/deposits/allocation.ts';
import { type FoundDeposit, findCandidates, readDeposit } from '../../../core/deposits/listing.ts';
import { isOpen as isOpenDeposit } from '../../../core/deposits/state.ts';
import { readTarget } from '../../../core/deposits/targets.ts';
import { findMatch } from '../../../core/deposits/undo.ts';
import {
  type Category,
  categoryKinds,
  type LineMeaning,
  listCategories,
  meanings,
  readCategory,
  type StatementLine,
} from '../../../core/statements/actions.ts';
import { explainLine } from '../../../core/statements/explaining.ts';
import { readLine } from '../../../core/statements/line-details.ts';
import { undoLine } from '../../../core/statements/undo.ts';
import { may } from '../../../core/users/permissions.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { formatDecimal, parseDecimal } from '../../../kernel/money.ts';
import { required } from '../../../kernel/required.ts';
import { findLineCandidates, type LineCandidate } from '../../../reports/books/line-candidates.ts';
import { type Html, html } from '../../html.ts';
import { button, choice, field, form } from '../forms.ts';
import { consolePage } from '../frame.ts';
import { consolePath } from '../navigation.ts';
import { idOf } from '../records.ts';
import { lineMeanings } from '../views/line-words.ts';
import { facts, listTime, money, pathOfThing, id as shownId, state } from '../views/parts.ts';
import { matchForm as matchOf, searchView, suggestionsView, undoView } from '../views/suggestions.ts';
import {
  type Again,
  type Fields,
  type FormRoute,
  type FormVisit,
  type PageRoute,
  type Problem,
  Refusal,
  type Visit,
} from '../visit.ts';
import { orField } from './deposit-forms.ts';
import { targetSeen } from './deposits.ts';
import { findUnpaid } from './payment-search.ts';

const path = `${consolePath('reconcile')}/lines/:id`;
export const linePath = (id: string): string => consolePath('reconcile', 'lines', id);

export const linePage: PageRoute = {
  path,
  action: 'reconcile.see',
  takes: ['q'],
  show: (visit) => showLine(visit),
};

const noteOf = (typed: string | undefined): string | null => {
  const note = (typed ?? '').trim() || null;
  if (note !== null && note.length > 500)
    throw new Refusal(422, 'A note has at most 500 characters.', 'note');
  return note;
};

/** Categorises a line. The fields `as` and `object` match it with a record of this service. */
const categoryForm: FormRoute = {
  path,
  action: 'reconcile.explain',
  act: async (visit, work, fields) => {
    const id = idOf(visit);
    const note = noteOf(fields.note);
    const { account } = await readLine(work, visit.viewer, id);
    const given =
      fields.category === undefined
        ? { meaning: meaningOf(fields.as), category: null }
        : await categoryOf(work, account.merchantId, fields.category);
    const objectId = objectOf(fields.object);
    const line = await explainLine(
      work,
      visit.viewer,
      id,
      { ...given, objectId, note, by: visit.user.email },
      seenOf(fields),
    );
    const words = line.category ?? lineMeanings[given.meaning];
    return {
      ...doneOf(line, account.merchantId, `${money(line.amountCents)} posted as ${words.toLowerCase()}.`),
      before: { status: 'open' },
      after: {
        ...{ as: given.meaning, ...(line.category && { category: line.category }), object: objectId },
        ...{ amount: formatDecimal(line.amountCents), account: account.id },
      },
      ...(note !== null && { why: note }),
    };
  },
  again: (visit, { typed, problem }) =>
    showLine(visit, { which: 'category', typed, problem: named(problem) }),
};

/** Matches a line: money that came in with a payment, money that left with what this service paid. */
const matchForm: FormRoute = {
  path: `${path}/match`,
  action: 'reconcile.explain',
  act: async (visit, work, fields) => {
    const id = idOf(visit);
    const { line, account } = await readLine(work, visit.viewer, id);
    const by = visit.user.email;
    const to = (fields.target ?? fields.to ?? '').trim();
    const record = await recordOf(work, line, to);
    const given = { note: null, by, ...(record ?? { meaning: 'deposit' as const, objectId: null }) };
    const isDeposit = line.status === 'booked' && line.meaning === 'deposit';
    const booked =
      isDeposit && !record ? line : await explainLine(work, visit.viewer, id, given, seenOf(fields));
    if (!record) await payWith(visit, work, booked, { ...fields, to });
    const { amountCents } = booked;
    return {
      ...doneOf(
        line,
        account.merchantId,
        `${money(amountCents)} matched. Undo it here if the match is wrong.`,
      ),
      before: { status: line.status },
      after: {
        as: given.meaning,
        to,
        amount: formatDecimal(amountCents),
        account: account.id,
      },
    };
  },
  again: (visit, { typed, problem }) => showLine(visit, { which: 'match', typed, problem: named(problem) }),
};

/** Gives the deposit of a line to its payment. */
async function payWith(visit: FormVisit, work: Work, line: StatementLine, fields: Fields): Promise<void> {
  const to = readTarget(fields.to ?? '');
  const target = targetSeen(fields, to);
  await orField('to', () =>
    allocateDeposit(work, visit.viewer, required(line.objectId, 'deposit'), to, null, target && { target }),
  );
}

/** Returns what a line shows of this service, by its id or its reference; undefined for money that pays a payment. */
async function recordOf(
  { db }: Work,
  line: StatementLine,
  typed: string,
): Promise<{ meaning: LineMeaning; objectId: string } | undefined> {
  const text = typed.trim().toLowerCase();
  const named = (await findLineCandidates(db, line)).filter(
    (one) =>
      one.objectId === text || (text.length >= 4 && one.text.toLowerCase().split(/\s+/).includes(text)),
  );
  const [only, ...others] = named;
  if (only && others.length === 0) return { meaning: only.meaning, objectId: only.objectId };
  if (line.amountCents > 0n && !only) return undefined;
  const problem = only
    ? 'Several records have this reference. Enter the id of one.'
    : 'No refund, payout, settlement or deposit with this id or reference has the line’s amount.';
  throw new Refusal(422, problem, 'to');
}

/** Undoes the category of a line, or the match of its deposit. */
const undoForm: FormRoute = {
  path: `${path}/undo`,
  action: 'reconcile.undo',
  act: async (visit, work, fields) => {
    const id = idOf(visit);
    const { line, account } = await readLine(work, visit.viewer, id);
    const typed = noteOf(fields.reason);
    const seen = {
      ...(fields.seenMeaning && { meaning: fields.seenMeaning as LineMeaning }),
      ...(fields.seenMatch && { deposit: { match: fields.seenMatch } }),
    };
    await undoLine(work, visit.viewer, id, typed ?? 'the match was undone', seen);
    return {
      ...doneOf(line, account.merchantId, `Undone. ${money(line.amountCents)} is open again.`),
      before: { as: line.meaning, category: line.category, object: line.objectId },
      after: { status: 'open' },
      ...(typed !== null && { why: typed }),
    };
  },
  again: (visit, again) => showLine(visit, { which: 'match', ...again }),
};

export const lineForms: FormRoute[] = [categoryForm, matchForm, undoForm];

const doneOf = ({ id }: StatementLine, merchantId: string | null, said: string) => ({
  to: linePath(id),
  said,
  subject: `statement line ${id}`,
  merchantId,
});

async function categoryOf(work: Work, merchantId: string | null, typed: string) {
  if (typed.trim() === '') throw new Refusal(422, 'Choose a category.', 'category');
  const { kind, name } = await readCategory(work, merchantId, typed);
  return { meaning: kind, category: name };
}

/** Maps the core's field names to those of the page. */
const named = (problem: Problem): Problem =>
  problem.field === 'meaning' ? { ...problem, field: 'category' } : problem;

function meaningOf(typed: string | undefined): LineMeaning {
  const meaning = meanings.find((one) => one === typed);
  if (meaning) return meaning;
  throw new Refusal(422, 'Choose a category.', 'category');
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

interface LineAgain extends Again {
  which: 'category' | 'match';
}

async function showLine(visit: Visit, again?: LineAgain): Promise<Html> {
  const { ctx, viewer, user } = visit;
  const { line, account } = await readLine(ctx, viewer, idOf(visit));
  const deposit =
    line.meaning === 'deposit' && line.objectId !== null
      ? await readDeposit(ctx, viewer, line.objectId)
      : undefined;
  const isOpen = line.status === 'open' || (deposit !== undefined && isOpenDeposit(deposit.deposit.state));
  const mayDecide = may(user.rights, 'reconcile.explain', account.merchantId);
  const mayUndo = may(user.rights, 'reconcile.undo', account.merchantId);
  const problem = again?.problem;
  const main = html`<p><a href="${consolePath('bank-accounts', account.id)}">Bank account ${account.id}</a></p>
${problem && (again.which === 'match' || !isOpen || !mayDecide) && html`<p class="wrong" role="alert" tabindex="-1" data-focus>${problem.message}</p>`}
<div class="thing facts-first"><div><section class="panel" aria-label="Statement line">${lineFacts(line, account, deposit)}</section>
${isOpen && (await matchingView(visit, line, deposit, mayDecide))}
</div><aside aria-label="Actions">
${isOpen && mayDecide && categoriseView(line, await listCategories(ctx, account.merchantId), again?.which === 'category' ? again : undefined)}
${!isOpen && mayUndo && isUndoable(line) && (await undoOf(visit, line, deposit))}
<p><a href="${consolePath('reconcile', line.bookedOn)}">Reconciliation as at ${line.bookedOn}</a></p></aside></div>`;
  return consolePage(visit, {
    title: `Statement line of ${money(line.amountCents)}`,
    page: 'reconcile',
    main,
  });
}

function lineFacts(line: StatementLine, account: BankAccount, deposit: FoundDeposit | undefined): Html {
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
    ['Posted as', line.category ?? (line.meaning && lineMeanings[line.meaning])],
    ['Deposit', deposit && state(deposit.deposit.state)],
    [
      'Matched to',
      line.objectId && (to ? html`<a href="${to}">${line.objectId}</a>` : shownId(line.objectId)),
    ],
    ['Reason', line.rule],
    ['Note', line.note],
  ]);
}

/** What the line may be: open payments for money that came in, and what this service paid or received. */
async function matchingView(
  visit: Visit,
  line: StatementLine,
  deposit: FoundDeposit | undefined,
  mayDecide: boolean,
): Promise<Html> {
  const to = mayDecide ? `${linePath(line.id)}/match` : undefined;
  const seen = seenFields(line);
  const records = line.status === 'open' ? await findLineCandidates(visit.ctx.db, line) : [];
  const isIn = line.amountCents > 0n;
  const candidates = isIn
    ? (deposit?.candidates ?? (await findCandidates(visit.ctx, asDeposit(line), visit.viewer)))
    : [];
  return html`${(isIn || records.length === 0) && candidatesOrNone(isIn, { candidates, to, seen })}
${records.length > 0 && recordsView(records, to, seen)}
${to && (isIn ? searchView({ path: linePath(line.id), ...(await findUnpaid(visit)), to, seen, amount: line.amountCents }) : '')}
${to && matchWithView(to, seen, isIn)}`;
}

const candidatesOrNone = (isIn: boolean, given: Parameters<typeof suggestionsView>[0]): Html =>
  isIn
    ? suggestionsView(given)
    : html`<section class="panel" aria-labelledby="what"><h2 id="what">Suggested matches</h2>
<p>None. No payment and no deposit has this amount on this account without a statement line. Choose a category.</p></section>`;

/** The line as the deposit that it would be. */
const asDeposit = (line: StatementLine) => ({
  reference: line.text.includes(line.reference) ? line.text : `${line.text} ${line.reference}`,
  amountCents: line.amountCents,
  bankAccount: line.bankAccount,
  accountHolder: null,
  receivedAt: new Date(`${line.bookedOn}T12:00:00Z`),
  bookedOn: line.bookedOn,
});

const seenFields = ({ amountCents, text }: StatementLine): Fields => ({
  seenAmount: formatDecimal(amountCents),
  seenText: text,
});

function recordsView(records: readonly LineCandidate[], to: string | undefined, seen: Fields): Html {
  return html`<section aria-labelledby="what"><h2 id="what">${records[0]?.meaning === 'return' ? 'Returned payments' : 'Suggested matches'}</h2>
<div class="table" tabindex="0" role="region" aria-label="Records"><table class="cards"><caption>Records with this amount and no statement line, newest first</caption>
<thead><tr><th scope="col">Type</th><th scope="col">Record</th><th scope="col">Text</th><th scope="col">Date</th>${to && html`<th scope="col">Action</th>`}</tr></thead>
<tbody>${records.map(({ meaning, kind, objectId, text, at }) => {
    const path = pathOfThing(kind, objectId);
    return html`<tr><td data-label="Type">${lineMeanings[meaning]}</td><td data-label="Record">${path ? html`<a href="${path}">${kind}</a>` : kind}</td>
<td data-label="Text">${text}</td><td data-label="Date">${listTime(at)}</td>${to && html`<td data-label="Action">${matchOf(to, objectId, seen, `${kind} ${text}`)}</td>`}</tr>`;
  })}</tbody></table></div></section>`;
}

const matchWithView = (to: string, seen: Fields, isIn: boolean): Html =>
  html`<section class="panel" aria-labelledby="by-reference"><h2 id="by-reference">Match by reference or id</h2>${form(
    {
      to,
      seen,
      label: 'Match by reference or id',
      body: html`${field({
        name: 'to',
        label: 'Match with',
        hint: isIn
          ? 'A payment’s reference or id, a deposit reference, or float:SITECODE.'
          : 'The id or the reference of a refund, payout, settlement or deposit.',
        longest: 500,
      })}${button('Match', 'quiet')}`,
    },
  )}</section>`;

function categoriseView(line: StatementLine, own: readonly Category[], again: LineAgain | undefined): Html {
  const options: [string, string][] = [
    ['', 'Choose'],
    ...categoryKinds.map((kind): [string, string] => [kind, lineMeanings[kind]]),
    ...own.map(({ name, kind }): [string, string] => [name, `${name} (${lineMeanings[kind].toLowerCase()})`]),
  ];

  return html`<section class="panel" aria-labelledby="explain"><h2 id="explain">Categorise</h2>
<p>Posts the line to the ledger in the category that you choose. You can undo it.</p>
${form({
  to: linePath(line.id),
  ...again,
  seen: seenFields(line),
  label: 'Categorise this line',
  body: html`${choice({ name: 'category', label: 'Category', options, chosen: again?.typed.category, problem: again?.problem })}
${field({ name: 'note', label: 'Note', ...again, isOptional: true, longest: 500 })}
${button('Categorise')}`,
})}</section>`;
}

/** True unless the line shows a payment, its return or a reversal by the bank. */
const isUndoable = ({ status, meaning }: StatementLine): boolean =>
  status === 'booked' && meaning !== null && !['payment', 'return', 'reversal'].includes(meaning);

async function undoOf(
  { ctx }: Visit,
  line: StatementLine,
  deposit: FoundDeposit | undefined,
): Promise<Html | undefined> {
  const { meaning, objectId } = line;
  if (deposit && deposit.deposit.state !== 'allocated') return undefined;
  const seenMatch = deposit && objectId ? ((await findMatch(ctx, objectId)) ?? '') : '';
  const words = deposit
    ? `The match is reversed in the ledger and the merchant is notified. ${money(line.amountCents)} is an unmatched deposit again.`
    : 'The posting is reversed in the ledger, and the line is open again.';
  return undoView({
    to: `${linePath(line.id)}/undo`,
    seen: { seenMeaning: meaning ?? '', seenMatch },
    words,
  });
}
