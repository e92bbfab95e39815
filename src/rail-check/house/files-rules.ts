// What statements and payment files must keep beside the rules of every rail: groups 4, 5 and 6.
import { closeFiles, listFiles } from '../../core/payment-files/actions.ts';
import { BadStatement } from '../../core/statements/parsed-statement.ts';
import { at } from '../../kernel/business-days.ts';
import { plus } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { newOrder, type Stage, secrets, transfer } from '../stage.ts';
import { statementText } from './bank-forms.ts';
import { account } from './files-bank.ts';
import { filesBookRules } from './files-books.ts';
import type { FilesStage } from './files-stage.ts';

const own = secrets.ownNumber;

function rule(group: 4 | 5, words: string, run: (stage: FilesStage) => Promise<string>): Rule {
  return { group, rule: words, seconds: 120, run: (stage: Stage) => run(stage as FilesStage) };
}

const told = (stage: FilesStage) => stage.heard.deposits.length;

const dayStatement = (stage: FilesStage, keys: readonly string[], more: object = {}): string =>
  statementText({
    ...{ account: own, day: stage.bank.today(), opening: 0n },
    entries: keys.map((key) => ({ key, amount: 100n, text: 'DEP123456789092' })),
    ...more,
  });

/** Holds that a file is refused, and that nothing of it is booked. */
async function refused(stage: FilesStage, content: string | Uint8Array, why: string): Promise<void> {
  const before = told(stage);
  const error = await stage.bank.deliver(content).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  hold(error !== undefined, `${why} was taken`);
  hold(error instanceof BadStatement, `${why}: it threw ${String(error)}`);
  hold(told(stage) === before, `${why} was refused, and something of it is booked`);
}

const statementRules: Rule[] = [
  rule(4, 'a statement that comes twice is one', async (stage) => {
    const text = dayStatement(stage, ['A', 'B']);
    await stage.bank.deliver(text);
    const { status } = await stage.bank.deliver(text);
    hold(
      status === 'duplicate' && told(stage) === 2,
      `the second was ${status}, and ${told(stage)} deposits are there`,
    );
    return 'the second is a duplicate';
  }),
  rule(4, 'statements that overlap book each line once, and twins twice', async (stage) => {
    await stage.bank.deliver(dayStatement(stage, ['A', 'B']));
    await stage.bank.deliver(dayStatement(stage, ['A', 'B', 'C']));
    hold(told(stage) === 3, `three movements, and ${told(stage)} deposits`);
    return 'three equal movements in two files, three deposits';
  }),
  rule(4, 'what is pending is no money until it is booked', async (stage) => {
    const entry = { key: 'A', amount: 100n, text: 'DEP123456789092' };
    await stage.bank.book({ ...entry, status: 'PDNG' });
    hold(told(stage) === 0, 'an announced line was booked');
    stage.clock.advance(86_400_000);
    await stage.bank.book(entry);
    hold(told(stage) === 1, `announced and booked, and ${told(stage)} deposits`);
    return 'one deposit, when it was booked';
  }),
  rule(4, 'a reversal takes its deposit back', async (stage) => {
    const entry = { key: 'A', amount: 100n, text: 'EFT 1' };
    await stage.bank.book(entry);
    const { reversals } = await stage.bank.book({ ...entry, key: 'R', amount: -100n, isReversal: true });
    hold(reversals === 1, `${reversals} reversals were booked`);
    return 'one deposit, and its reversal';
  }),
  rule(4, 'files that are wrong are refused whole', async (stage) => {
    const text = dayStatement(stage, ['A', 'B']);
    const wrong: [string, string | Uint8Array][] = [
      ['no bytes', ''],
      ['a file that is cut off', text.slice(0, Math.floor(text.length * 0.7))],
      ['another account', dayStatement(stage, ['A'], { account: '62999999993' })],
      ['balances that do not follow', dayStatement(stage, ['A'], { closing: 101n })],
      ['null bytes', text.replace('DEP', '\0\0\0')],
    ];
    for (const [why, content] of wrong) await refused(stage, content, why);
    await stage.bank.deliver(text);
    hold(told(stage) === 2, `the whole file afterwards: ${told(stage)} deposits of two`);
    return `${wrong.length} sorts of wrong files; the right one afterwards is taken`;
  }),
  rule(4, 'a gap is refused, and healed by the file that was missing', async (stage) => {
    await stage.bank.deliver(dayStatement(stage, ['A']));
    stage.clock.advance(86_400_000);
    const second = dayStatement(stage, ['B'], { opening: 100n });
    stage.clock.advance(86_400_000);
    const third = dayStatement(stage, ['C'], { opening: 200n });
    await refused(stage, third, 'a file after a gap');
    await stage.bank.deliver(second);
    await stage.bank.deliver(third);
    hold(told(stage) === 3, `three deposits, and ${told(stage)} are there`);
    return 'refused, then taken after the missing one';
  }),
  rule(4, 'line ends of Windows change nothing', async (stage) => {
    await stage.bank.deliver(dayStatement(stage, ['A']).replaceAll('\n', '\r\n'));
    await stage.bank.deliver(dayStatement(stage, ['A']));
    hold(told(stage) === 1, `one movement, and ${told(stage)} deposits`);
    return 'the same line';
  }),
];

/** When an order of that instant is paid: [ordered at, the day of its file], South African time. */
const cutOffs: [what: string, day: string, time: string, paidOn: string][] = [
  ['a second before the cut-off', '2041-05-15', '15:59:59', '2041-05-15'],
  ['at the cut-off', '2041-05-15', '16:00:00', '2041-05-16'],
  ['a second after the cut-off', '2041-05-15', '16:00:01', '2041-05-16'],
  ['on a Saturday', '2041-05-18', '10:00:00', '2041-05-20'],
  ['on a Sunday', '2041-05-19', '10:00:00', '2041-05-20'],
  ['on a holiday', '2041-12-16', '10:00:00', '2041-12-17'],
  ['on New Year’s Eve after the cut-off', '2041-12-31', '16:00:01', '2042-01-02'],
];

const cutOffRules = cutOffs.map(([what, day, time, paidOn]) =>
  rule(5, `an order ${what} is paid on the next day that pays`, async (stage) => {
    stage.clock.set(at(Temporal.PlainDate.from(day), time));
    await transfer(stage, newOrder(stage));
    const { ctx, clock } = stage.house;
    const closes = ctx.policy.calendar.nextTimeOnBusinessDay(clock.now(), ['16:00']);
    const close = () => closeFiles(ctx, stage.profiles, account, null);
    clock.set(plus(closes, -1_000));
    hold((await close()) === 0, 'a file closed a second before its cut-off');
    clock.set(closes);
    hold((await close()) === 1, 'no file closed at the cut-off');
    const made = firstOf(await listFiles(ctx, account));
    const on = made.file.executionDate;
    hold(on === paidOn, `it is to be paid on ${on}, and not on ${paidOn}`);
    return `${day} ${time}: paid on ${on}`;
  }),
);

export const filesRules: readonly Rule[] = [...statementRules, ...cutOffRules, ...filesBookRules];
