import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import Type from 'typebox';
import { budget } from '../../../test/support/budget.ts';
import { unreadable } from './json.ts';
import { escapePointer, formed, readQuery, validatorOf } from './validate.ts';

const judge = validatorOf(
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 5 }),
      'a/b~c': Type.Optional(Type.Object({ deep: Type.Array(Type.Integer({ minimum: 0 })) })),
      kind: Type.Optional(Type.Enum(['one', 'two'])),
      id: Type.Optional(Type.String({ format: 'uuid' })),
      code: Type.Optional(formed('^[A-Z]+$', 'must be capital letters')),
      other: Type.Optional(Type.String({ pattern: '^[a-z]+$' })),
      mail: Type.Optional(Type.String({ format: 'email' })),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 520 })),
      share: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
      list: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
      either: Type.Optional(Type.Unsafe({ type: ['string', 'integer'] })),
    },
    { additionalProperties: false },
  ),
);

describe('a problem', () => {
  const cases: [unknown, pointer: string, rule: RegExp][] = [
    [{ name: 'abc', kind: 'three' }, '/kind', /^must be one of one, two$/],
    [{ name: 'abcdef' }, '/name', /^must have at most 5 characters$/],
    [{ name: '' }, '/name', /^must not be empty$/],
    [{}, '/name', /^is required$/],
    [{ name: 'a', extra: 1 }, '/extra', /^is not a known field$/],
    [{ name: 'a', 'x/~y': 1 }, '/x~1~0y', /^is not a known field$/],
    [{ name: 'a', 'a/b~c': {} }, '/a~1b~0c/deep', /^is required$/],
    [{ name: 'a', 'a/b~c': { deep: [1, -1] } }, '/a~1b~0c/deep/1', /0/],
    [{ name: 'a', id: 'x' }, '/id', /^must be a uuid$/],
    [{ name: 'a', code: 'a' }, '/code', /^must be capital letters$/],
    [{ name: 'a', other: 'A' }, '/other', /^has the wrong form$/],
    [{ name: 'a', mail: 'x' }, '/mail', /^must be an email$/],
    [{ name: 'a', count: 0 }, '/count', /^must be at least 1$/],
    [{ name: 'a', count: 521 }, '/count', /^must be at most 520$/],
    [{ name: 'a', count: 1.5 }, '/count', /^must be an integer$/],
    [{ name: 'a', share: 0 }, '/share', /^must be more than 0$/],
    [{ name: 'a', share: 1 }, '/share', /^must be less than 1$/],
    [{ name: 'a', list: [] }, '/list', /^must have at least 1 item$/],
    [{ name: 'a', list: ['', '', ''] }, '/list', /^must have at most 2 items$/],
    [{ name: 'a', either: [] }, '/either', /^must be a string or an integer$/],
    [{ name: 1 }, '/name', /string/],
    [{ name: unreadable }, '/name', /^cannot be taken exactly as it was sent: numbers have at most/],
    [{ name: 'a', 'a/b~c': { deep: [1, unreadable] } }, '/a~1b~0c/deep/1', /^cannot be taken exactly/],
    [null, '', /object/],
    [[], '', /object/],
    ['text', '', /object/],
  ];
  for (const [value, pointer, rule] of cases) {
    test(`of ${JSON.stringify(value)} is at "${pointer}"`, () => {
      const problem = judge(value)!;
      assert.equal(problem.pointer, pointer);
      assert.match(problem.rule, rule);
    });
  }

  test('is absent for a valid value', () => {
    assert.equal(judge({ name: 'abc', kind: 'two', 'a/b~c': { deep: [0, 7] } }), undefined);
  });

  test('points into the value as it was sent, or to the member that is missing from it', () => {
    const anything = fc.record(
      {
        name: fc.oneof(fc.string({ maxLength: 8 }), fc.integer()),
        'a/b~c': fc.oneof(fc.jsonValue(), fc.record({ deep: fc.array(fc.jsonValue({ maxDepth: 1 })) })),
        kind: fc.string(),
        'x~/': fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anything, (generated) => {
        const value: unknown = JSON.parse(JSON.stringify(generated));
        const problem = judge(value);
        if (!problem) return;
        const steps = problem.pointer.split('/').slice(1);
        const parent = steps.slice(0, -1).reduce(step, value);
        assert.ok(parent !== null && typeof parent === 'object');
        if (problem.rule !== 'is required') assert.notEqual(steps.reduce(step, value), undefined);
      }),
      { numRuns: budget(500, 2_000) },
    );
  });

  test('about length counts characters as PostgreSQL does', () => {
    assert.equal(judge({ name: '😀😀😀😀😀' }), undefined);
    assert.equal(judge({ name: '😀😀😀😀😀😀' })?.pointer, '/name');
    assert.equal(judge({ name: 'e\u0301e\u0301e\u0301' })?.pointer, '/name');
  });
});

function step(value: unknown, escaped: string): unknown {
  const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
  return (value as Record<string, unknown>)[name];
}

test('a step of a pointer keeps its meaning through escaping', () => {
  assert.equal(escapePointer('~1/'), '~01~1');
});

test('whole numbers in a query become numbers if the schema requires one, and everything else stays text', () => {
  const schema = Type.Object({ limit: Type.Integer(), name: Type.String() });
  assert.deepEqual(readQuery(schema, { limit: '10', name: '10', other: '10' }), {
    limit: 10,
    name: '10',
    other: '10',
  });
  assert.deepEqual(readQuery(schema, { limit: '-1' }), { limit: -1 });
  for (const limit of ['1e3', '-0', '1.0', '', ' 1', '0x1', '1234567890']) {
    assert.deepEqual(readQuery(schema, { limit }), { limit });
  }
  assert.deepEqual(readQuery(schema, { limit: ['1', '2'] }), { limit: ['1', '2'] });
});
