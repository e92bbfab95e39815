// Rules for statements and payment files, in addition to the rules for every rail: groups 4, 5 and 6.
import { closeFiles, listFiles } from '../../core/payment-files/actions.ts';
import { BadStatement } from '../../core/statements/parsed-statement.ts';
import { at } from '../../kernel/business-days.ts';
import { plus } from '../../kernel/clock.ts';
import { firstOf } from '../../kernel/required.ts';
import { hold } from '../broken.ts';
import type { Rule } from '../report.ts';
import { newOrder, type Stage, secrets, transfer } from '../stage.ts';
import { statementText } from './bank-forms.ts';
import { filesBookRules } from './files-books.ts';
import type { FilesStage } from './files-stage.ts';
import { account } from './parts.ts';

const own = secrets.ownNumber;

function rule(group: 4 | 5, words: string, run: (stage: FilesStage) => Promise<string>): Rule {
  return { group, rule: words, seconds: 120, run: (stage: Stage) => run(stage as FilesStage) };
}

const depositsOf = (stage: FilesStage) => stage.received.deposits.length;

const dayStatement = (stage: FilesStage, keys: readonly string[], more: object = {}): string =>
  statementText({
    ...{ account: own, day: stage.bank.today(), opening: 0n },
    entries: keys.map((key) => ({ key, amount: 100n, text: 'DEP123456789092' })),
    ...more,
  });

/** Checks that a file is refused and none of its lines is booked. */
async function refused(stage: FilesStage, content: string | Uint8Array, why: string): Promise<void> {
  const before = depositsOf(stage);
  const error = await stage.bank.deliver(content).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  hold(error !== undefined, `${why} was accepted`);
  hold(error instanceof BadStatement, `${why}: it threw ${String(error)}`);
  hold(depositsOf(stage) === before, `${why} was refused, but some of its lines are booked`);
}

const statementRules: Rule[] = [
  rule(4, 'a repeated statement is booked once', async (stage) => {
    const text = dayStatement(stage, ['A', 'B']);
    await stage.bank.deliver(text);
    const { status } = await stage.bank.deliver(text);
    hold(
      status === 'duplicate' && depositsOf(stage) === 2,
      `the second was ${status}, and there are ${depositsOf(stage)} deposits`,
    );
    return 'the second is a duplicate';
  }),
  rule(4, 'overlapping statements book each line once, and identical lines separately', async (stage) => {
    await stage.bank.deliver(dayStatement(stage, ['A', 'B']));
    await stage.bank.deliver(dayStatement(stage, ['A', 'B', 'C']));
    hold(depositsOf(stage) === 3, `three movements, but ${depositsOf(stage)} deposits`);
    return 'three equal movements in two files, three deposits';
  }),
  rule(4, 'a pending line is not booked as a deposit', async (stage) => {
    const entry = { key: 'A', amount: 100n, text: 'DEP123456789092' };
    await stage.bank.book({ ...entry, status: 'PDNG' });
    hold(depositsOf(stage) === 0, 'a pending line was booked');
    stage.clock.advance(86_400_000);
    await stage.bank.book(entry);
    hold(depositsOf(stage) === 1, `one line pending, then booked, but ${depositsOf(stage)} deposits`);
    return 'one deposit, at the booking';
  }),
  rule(4, 'a reversal reverses its deposit', async (stage) => {
    const entry = { key: 'A', amount: 100n, text: 'EFT 1' };
    await stage.bank.book(entry);
    const { reversals } = await stage.bank.book({ ...entry, key: 'R', amount: -100n, isReversal: true });
    hold(reversals === 1, `${reversals} reversals were booked`);
    return 'one deposit and its reversal';
  }),
  rule(4, 'invalid files are refused entirely', async (stage) => {
    const text = dayStatement(stage, ['A', 'B']);
    const wrong: [string, string | Uint8Array][] = [
      ['an empty file', ''],
      ['a truncated file', text.slice(0, Math.floor(text.length * 0.7))],
      ['another account', dayStatement(stage, ['A'], { account: '62999999993' })],
      ['inconsistent balances', dayStatement(stage, ['A'], { closing: 101n })],
      ['null bytes', text.replace('DEP', '\0\0\0')],
    ];
    for (const [why, content] of wrong) await refused(stage, content, why);
    await stage.bank.deliver(text);
    hold(depositsOf(stage) === 2, `${depositsOf(stage)} of two deposits after the valid file`);
    return `${wrong.length} kinds of invalid files; the valid one is accepted afterwards`;
  }),
  rule(4, 'a statement after a gap is refused until the missing one arrives', async (stage) => {
    await stage.bank.deliver(dayStatement(stage, ['A']));
    stage.clock.advance(86_400_000);
    const second = dayStatement(stage, ['B'], { opening: 100n });
    stage.clock.advance(86_400_000);
    const third = dayStatement(stage, ['C'], { opening: 200n });
    await refused(stage, third, 'a file after a gap');
    await stage.bank.deliver(second);
    await stage.bank.deliver(third);
    hold(depositsOf(stage) === 3, `three movements, but ${depositsOf(stage)} deposits`);
    return 'refused, then accepted after the missing one';
  }),
  rule(4, 'Windows line endings change nothing', async (stage) => {
    await stage.bank.deliver(dayStatement(stage, ['A']).replaceAll('\n', '\r\n'));
    await stage.bank.deliver(dayStatement(stage, ['A']));
    hold(depositsOf(stage) === 1, `one movement, but ${depositsOf(stage)} deposits`);
    return 'the same line';
  }),
];

/** Cases of payment days: [case, day and time of the order, day of its payment], in South African time. */
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
  rule(5, `an order ${what} is paid on the next payment day`, async (stage) => {
    stage.clock.set(at(Temporal.PlainDate.from(day), time));
    await transfer(stage, newOrder(stage));
    const { ctx, clock } = stage.service;
    const closes = ctx.policy.calendar.nextTimeOnBusinessDay(clock.now(), ['16:00']);
    const close = () => closeFiles(ctx, stage.profiles, account, null);
    clock.set(plus(closes, -1_000));
    hold((await close()) === 0, 'a file closed a second before its cut-off');
    clock.set(closes);
    hold((await close()) === 1, 'no file closed at the cut-off');
    const made = firstOf(await listFiles(ctx, account));
    const on = made.file.executionDate;
    hold(on === paidOn, `its payment day is ${on} instead of ${paidOn}`);
    return `${day} ${time}: paid on ${on}`;
  }),
);

export const filesRules: readonly Rule[] = [...statementRules, ...cutOffRules, ...filesBookRules];
