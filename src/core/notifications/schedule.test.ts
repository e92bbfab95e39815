import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OutboundAnswer } from '../../kernel/http/outbound.ts';
import { answerTimeoutMs, judgeAnswer as judge, retryDelaysMs, type Verdict } from './schedule.ts';

const now = new Date('2026-11-20T08:00:00Z');
const answer = (statusCode: number | null, retryAfter: string | null = null): OutboundAnswer => ({
  statusCode,
  error: statusCode === null ? 'no response in time' : null,
  body: '',
  retryAfter,
});

const judgeAnswer = (given: OutboundAnswer, number: number, at: Date, postponed = 0) =>
  judge(given, { tries: number - 1, postponed }, at);

/** The wait until the next attempt, in seconds; fails when none follows. */
function waitOf(verdict: Verdict): number {
  assert.equal(verdict.verb, 'retry');
  return verdict.verb === 'retry' ? verdict.waitMs / 1_000 : 0;
}

test('ten attempts are made over 75 hours and 35 minutes: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
  const minute = 60;
  const hour = 60 * minute;
  const waits = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
  assert.deepEqual(
    retryDelaysMs.map((delay) => delay / 1_000),
    waits,
  );
  assert.equal(
    waits.reduce((sum, wait) => sum + wait),
    75 * hour + 35 * minute + 5,
  );
  waits.forEach((wait, index) => {
    for (let draw = 0; draw < 200; draw++) {
      const drawn = waitOf(judgeAnswer(answer(500), index + 1, now));
      assert.ok(drawn >= wait * 0.9 && drawn <= wait * 1.1, `${drawn} s after attempt ${index + 1}`);
    }
  });
  assert.deepEqual(judgeAnswer(answer(500), 10, now), { verb: 'giveUp', isGone: false });
  assert.deepEqual(judgeAnswer(answer(500), 11, now), { verb: 'giveUp', isGone: false });
});

test('waits differ, so that receivers that failed together are not called together again', () => {
  const drawn = new Set(Array.from({ length: 100 }, () => waitOf(judgeAnswer(answer(500), 5, now))));
  assert.ok(drawn.size > 50);
});

test('only a 2xx is a success, and a receiver has 15 seconds for it', () => {
  assert.equal(answerTimeoutMs, 15_000);
  for (const status of [200, 201, 202, 204, 299])
    assert.deepEqual(judgeAnswer(answer(status), 1, now), { verb: 'deliver' });
  for (const status of [null, 100, 199, 300, 301, 302, 304, 307, 400, 401, 404, 409, 429, 500, 503, 599]) {
    assert.equal(judgeAnswer(answer(status), 1, now).verb, 'retry', String(status));
  }
});

test('410 ends the message at once', () => {
  assert.deepEqual(judgeAnswer(answer(410), 1, now), { verb: 'giveUp', isGone: true });
});

describe('Retry-After', () => {
  const waitFor = (header: string, attempt = 1) => waitOf(judgeAnswer(answer(503, header), attempt, now));

  test('delays the next attempt, in seconds or until a date', () => {
    assert.equal(waitFor('120'), 120);
    assert.equal(waitFor('Fri, 20 Nov 2026 08:10:00 GMT'), 600);
  });

  test('never brings it forward', () => {
    assert.ok(waitFor('0', 2) >= 270);
    assert.ok(waitFor('10', 2) >= 270);
    assert.ok(waitFor('Fri, 20 Nov 2020 08:10:00 GMT', 2) >= 270);
  });

  test('delays by a day at most', () => {
    assert.equal(waitFor('999999'), 86_400);
    assert.equal(waitFor('Fri, 31 Dec 9999 23:59:59 GMT'), 86_400);
    assert.equal(waitFor('9'.repeat(400)), 86_400);
  });

  test('with an unreadable value is ignored', () => {
    for (const header of ['', 'soon', '-5', '1.5', 'NaN', '١٢']) assert.ok(waitFor(header) <= 5.5, header);
  });

  test('adds no attempt', () => {
    assert.deepEqual(judgeAnswer(answer(503, '60'), 10, now), { verb: 'giveUp', isGone: false });
  });
});
