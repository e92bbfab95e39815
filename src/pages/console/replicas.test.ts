import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FastifyReply } from 'fastify';
import type { Sql } from '../../kernel/db/db.ts';
import type { Replica } from '../../kernel/db/replica.ts';
import { render } from '../html.ts';
import { ageWords, readAtPrimaryNow, readCopy } from './replicas.ts';

const [primary, copy] = ['primary', 'copy'] as unknown as [Sql, Sql];

function visitWith(cookie = '', age = 0) {
  const replica: Pick<Replica, 'read'> = {
    read: async (_primary, read, onAge = () => {}) => {
      onAge(age);
      return read(copy);
    },
  };
  const ctx = { db: primary, replica: replica as Replica };
  return { ctx, request: { headers: { cookie } } } as Parameters<typeof readCopy>[0];
}
const whoAnswers = (visit: Parameters<typeof readCopy>[0]) => readCopy(visit, async (db) => db);

describe('a copy of the database', () => {
  test('serves no user who has sent a form a moment ago', async () => {
    assert.equal(await whoAnswers(visitWith()), 'copy');
    const sent: string[] = [];
    const reply = { header: (_: string, value: string) => sent.push(value) } as unknown as FastifyReply;
    readAtPrimaryNow(visitWith() as never, reply);
    const [pair, maxAge] = sent[0]!.split('; ');
    // Longer than a replica may be behind.
    assert.ok(Number(maxAge!.split('=')[1]) > 30);
    assert.equal(await whoAnswers(visitWith(pair)), 'primary');
  });

  test('says how old it is where that is worth knowing', async () => {
    for (const [age, reported] of [
      [2, false],
      [7, true],
    ] as const) {
      const visit = visitWith('', age);
      await whoAnswers(visit);
      const words = ageWords(visit as { ageSeconds?: number });
      assert.equal(words !== undefined && /7 seconds ago/.test(render(words)), reported);
    }
  });
});
