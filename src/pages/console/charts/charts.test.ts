import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answerHours,
  bankSuccess,
  endingDays,
  moneyDays,
  notificationHours,
  placeDays,
} from '../../../../test/support/chart-samples.ts';
import { formatRand } from '../../../kernel/money.ts';
import { endings, places, quantile } from '../../../reports/totals/figures.ts';
import { type Html, render } from '../../html.ts';
import { durationWord, shareWord, shortCount, shortRand } from './formats.ts';
import { comparison } from './gross-volume.ts';
import {
  answerTimesChart,
  bankSuccessChart,
  endingsChart,
  moneyInChart,
  moneyPlacesChart,
  notificationsChart,
} from './index.ts';
import { apart } from './marks.ts';

const hostile = '"><script>alert(1)</script>&\'';
const huge = 9_007_199_254_740_993_000n;

const nothing = {
  counts: Object.fromEntries(endings.map((ending) => [ending, 0])) as (typeof endingDays)[number]['counts'],
  owed: Object.fromEntries(places.map((place) => [place, 0n])) as (typeof placeDays)[number]['owed'],
};
const [money, bank, ending, answer, notificationHour, place] = [
  moneyDays[0]!,
  bankSuccess[0]!,
  endingDays[0]!,
  answerHours[0]!,
  notificationHours[0]!,
  placeDays[0]!,
];

/** Each chart as it is mostly, without anything, with one value, and with values beyond all bounds. */
const charts: Record<string, Record<'usual' | 'empty' | 'zero' | 'one' | 'huge', () => Html>> = {
  money: {
    usual: () => moneyInChart(moneyDays, { site: hostile }),
    empty: () => moneyInChart([]),
    zero: () => moneyInChart([{ ...money, cents: 0n, payments: 0, before: { ...money.before, cents: 0n } }]),
    one: () => moneyInChart([money]),
    huge: () => moneyInChart([{ ...money, cents: huge, payments: 2 ** 53 }, money]),
  },
  banks: {
    usual: () => bankSuccessChart([...bankSuccess, { ...bank, name: hostile }]),
    empty: () => bankSuccessChart([]),
    zero: () => bankSuccessChart([]),
    one: () => bankSuccessChart([{ ...bank, ended: 1, paid: 0, usual: null }]),
    huge: () => bankSuccessChart([{ ...bank, ended: 2 ** 53, paid: 2 ** 53 }]),
  },
  endings: {
    usual: () => endingsChart(endingDays),
    empty: () => endingsChart([]),
    zero: () => endingsChart([{ ...ending, counts: nothing.counts, live: 0 }]),
    one: () => endingsChart([{ ...ending, counts: { ...nothing.counts, failed: 1 } }]),
    huge: () => endingsChart([{ ...ending, counts: { ...nothing.counts, declined: 2 ** 53 } }, ending]),
  },
  answers: {
    usual: () => answerTimesChart(answerHours),
    empty: () => answerTimesChart([]),
    zero: () => answerTimesChart([{ ...answer, answers: 0, median: null, high: null }]),
    one: () => answerTimesChart([{ ...answer, answers: 1, median: 0, high: 0 }]),
    huge: () => answerTimesChart([{ ...answer, answers: 2 ** 53, median: 10, high: 1e9 }]),
  },
  notices: {
    usual: () => notificationsChart(notificationHours, { oldestSeconds: 90 }),
    empty: () => notificationsChart([]),
    zero: () => notificationsChart([{ ...notificationHour, atOnce: 0, retried: 0, failed: 0, waiting: 0 }]),
    one: () => notificationsChart([{ ...notificationHour, atOnce: 0, retried: 0, failed: 1, waiting: 0 }]),
    huge: () => notificationsChart([{ ...notificationHour, waiting: 2 ** 53 }]),
  },
  places: {
    usual: () => moneyPlacesChart(placeDays),
    empty: () => moneyPlacesChart([]),
    zero: () => moneyPlacesChart([{ ...place, owed: nothing.owed, clearing: null }]),
    one: () => moneyPlacesChart([{ ...place, clearing: null }]),
    huge: () => moneyPlacesChart([{ ...place, owed: { ...place.owed, owed: huge, floats: -huge } }, place]),
  },
};

describe('every chart', () => {
  for (const [name, manners] of Object.entries(charts)) {
    test(`${name}: has its title, no style, no broken number, and escaped markup`, () => {
      for (const [manner, draw] of Object.entries(manners)) {
        const markup = render(draw());
        assert.doesNotMatch(
          markup,
          /\sstyle=|<style|NaN|Infinity|undefined|\[object|<script/,
          `${name} ${manner}`,
        );
        assert.match(markup, /<figure class="chart" id="[a-z-]+">\s*<figcaption>/);
        const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
        assert.equal(new Set(ids).size, ids.length, `${name} ${manner}`);
        for (const [, id] of markup.matchAll(/url\(#([^)]+)\)/g))
          assert.ok(ids.includes(id), `${name}: ${id}`);
      }
    });

    test(`${name}: says so where there is nothing, and draws what there is`, () => {
      for (const manner of ['empty', 'zero'] as const) {
        const markup = render(manners[manner]());
        assert.match(markup, /<span class="chart-says">No(thing)? /);
        assert.doesNotMatch(markup, /class="(piece|line|dot)[ "-]/);
      }
      for (const manner of ['usual', 'one', 'huge'] as const) {
        const markup = render(manners[manner]());
        assert.match(markup, /<svg[^>]* role="img"[^>]*>\s*<title id="[a-z-]+">\S/);
        assert.match(markup, /<details[^>]*>[\s\S]*<table class="cards">\s*<caption/);
        assert.match(markup, /class="(piece|line|dot)[ "-]|class="cross"/, `${name} ${manner}`);
        // The links are in the table: an image holds no links.
        assert.doesNotMatch(markup.slice(0, markup.lastIndexOf('</svg>')), /<a /);
        assert.match(markup, /<a href="\/console\//);
      }
    });
  }
});

/** Heights of the pieces in each column, in pixels, from the bottom. */
const heightsIn = (markup: string): number[][] =>
  [...markup.matchAll(/<title>[^<]*<\/title>((?:<rect [^>]*>)*)<\/g>/g)].map(([, pieces]) =>
    [...pieces!.matchAll(/ height="([\d.]+)"/g)].map(([, height]) => Number(height)),
  );

const cellsIn = (markup: string): string[][] =>
  [...markup.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<td[^>]*>(?:<a [^>]*>)?([^<]*)/g)].map(([, text]) => text!),
  );

test('bars are as high as the numbers of the table say', () => {
  const markup = render(moneyInChart(moneyDays));
  const cells = cellsIn(markup).toReversed();
  const heights = heightsIn(markup);
  assert.deepEqual(
    cells.map(([payments, cents]) => [payments, cents]),
    moneyDays.map(({ payments, cents }) => [String(payments), formatRand(cents)]),
  );
  const unit = heights[0]![0]! / Number(moneyDays[0]!.cents);
  for (const [index, { cents }] of moneyDays.entries())
    assert.ok(Math.abs(heights[index]![0]! - unit * Number(cents)) < 0.1, `day ${index}`);
});

test('the pieces of a column are in the proportion of the numbers of the table', () => {
  const markup = render(endingsChart(endingDays));
  const cells = cellsIn(markup).toReversed();
  for (const [index, heights] of heightsIn(markup).entries()) {
    const numbers = cells[index]!.slice(0, endings.length)
      .map((text) => Number(text.replaceAll('\u00a0', '')))
      .filter((number) => number > 0);
    assert.equal(heights.length, numbers.length);
    for (const [place, number] of numbers.entries()) {
      const expected = Math.max(1, (heights[0]! / numbers[0]!) * number);
      assert.ok(Math.abs(heights[place]! - expected) < 0.1, `day ${index}, piece ${place}`);
    }
  }
});

test('numbers lead to the lists that they count', () => {
  const money = render(moneyInChart(moneyDays, { site: 'DEM1' }));
  assert.match(
    money,
    /href="\/console\/payments\?site=DEM1&amp;state=complete&amp;from=2026-11-21&amp;to=2026-11-21"/,
  );
  assert.match(
    render(bankSuccessChart([bank])),
    new RegExp(`href="/console/payments\\?bank=${bank.bankId}"`),
  );
});

test('labels never cover each other, and stay within the drawing', () => {
  const given = [50, 52, 53, 120, 198, 199].map((y) => ({ y, text: 'label' }));
  const placed = apart(given, { top: 18, bottom: 200 });
  for (const [index, { y }] of placed.entries()) {
    assert.ok(y <= 200);
    if (index > 0) assert.ok(y - placed[index - 1]!.y >= 16);
  }
});

test('numbers are written short where there is little room, and never as all or nothing when they are not', () => {
  assert.deepEqual([950, 12_400, 1_240_000, -3e9].map(shortCount), [
    '950',
    '12\u00a0400',
    '1,2\u00a0m',
    '−3\u00a0bn',
  ]);
  assert.equal(shortRand(123_456_700n), 'R\u00a01,2\u00a0m');
  assert.deepEqual(
    [shareWord(9_999, 10_000), shareWord(1, 10_000), shareWord(0, 0)],
    ['99,9\u00a0%', '0,1\u00a0%', '–'],
  );
  assert.deepEqual(
    [0, 42, 150, 4_800, 400_000].map(durationWord).map((word) => word.replaceAll('\u00a0', ' ')),
    ['1 s', '42 s', '3 min', '1 h 20 min', '4 days'],
  );
});

test('a quantile lies in the bucket that holds it', () => {
  assert.equal(quantile([0, 0, 0, 0, 0, 0, 0, 0], 0.5), null);
  assert.equal(quantile([10, 0, 0, 0, 0, 0, 0, 0], 0.5), 2.5);
  assert.equal(quantile([0, 10, 0, 10, 0, 0, 0, 0], 0.5), 15);
  assert.equal(quantile([0, 0, 0, 0, 0, 0, 0, 4], 0.95), 900 + 2_700 * 0.95);
});

test('a sum is compared in words that stay true when it has grown many times', () => {
  const said = [
    [150n, 0n, '; none in the previous 30 days'],
    [100n, 100n, ', the same as in the previous 30 days'],
    [112n, 100n, ', 12,0\u00a0% more than in the previous 30 days'],
    [50n, 100n, ', 50,0\u00a0% less than in the previous 30 days'],
    [0n, 100n, ', 100\u00a0% less than in the previous 30 days'],
    [199n, 100n, ', 99,0\u00a0% more than in the previous 30 days'],
    [200n, 100n, ', 2 times the previous 30 days'],
    [259n, 100n, ', 2,5 times the previous 30 days'],
    [5_150n, 100n, ', 51 times the previous 30 days'],
  ] as const;
  for (const [total, before, words] of said) assert.equal(comparison(total, before, 30), words);
});

test('a balance below zero is drawn below the ground', () => {
  const owed = { ...nothing.owed, owed: 100_00n, floats: -50_00n };
  const day = { ...place, owed, clearing: -20_00n };
  const markup = render(moneyPlacesChart([day, day]));
  const ground = Number(/y1="([\d.]+)"[^>]*class="ground"/.exec(markup)![1]);
  const [, path] = /clip-floats"[^>]*><path [^>]*d="([^"]+)"/.exec(markup)!;
  const heights = [...path!.matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y));
  assert.equal(Math.min(...heights), ground);
  assert.ok(Math.max(...heights) > ground);
});
