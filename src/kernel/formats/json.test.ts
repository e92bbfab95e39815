import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import {
  assertJson,
  BeyondLimit,
  canonicalJson,
  isStorable,
  parseJson,
  parseToWriteAgain,
  RepeatedMember,
  unreadable,
} from './json.ts';

describe('a JSON number', () => {
  const exact = [
    '0',
    '1',
    '-1',
    '10.5',
    '10.50',
    '0.1',
    '-0.01',
    '100',
    '123456789012345',
    '0.000001',
    '1.10',
    '1E+2',
    '1.005e1',
    '250000e-5',
    '0e0',
    '-1e-3',
  ];
  for (const text of exact) {
    test(`${text} is taken as it is written`, () => assert.equal(parseJson(text), Number(text)));
  }

  // biome-ignore format: a table
  const inexact = [
    '9007199254740993', '9007199254740992', '1e16', '1E-16', '1e999', '-0', '-0.0', '-0e0', '1e400', '-1e400',
    '1234567890123456', '0.1234567890123456', '123456789012345.6', '1.0000000000000001',
  ];
  for (const text of inexact) {
    test(`${text} is not taken for another number: it becomes unreadable`, () => {
      assert.equal(parseJson(text), unreadable);
      assert.deepEqual(parseJson(`{"amount":[${text}]}`), { amount: [unreadable] });
    });
  }

  test('that is taken is the number that was written, digit by digit', () => {
    const written = fc.stringMatching(/^(0|[1-9]\d{0,17})(\.\d{1,17})?$/);
    fc.assert(
      fc.property(written, (text) => {
        const read = parseJson(text);
        if (read === unreadable) return;
        assert.equal(digitsOf(read as number), withoutTail(text));
      }),
      { numRuns: budget(1_000, 5_000) },
    );
  });
});

/** A number written out without an exponent. */
const digitsOf = (read: number): string =>
  read.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false });

const withoutTail = (digits: string): string =>
  digits.includes('.') ? digits.replace(/0+$/, '').replace(/\.$/, '') : digits;

describe('a JSON text', () => {
  const half = '\\ud800';
  test('that PostgreSQL cannot store becomes unreadable', () => {
    assert.deepEqual(parseJson('{"a":"x\\u0000y"}'), { a: unreadable });
    assert.deepEqual(parseJson(`{"a":"${half}"}`), { a: unreadable });
    assert.deepEqual(parseJson('{"a":"\\ud83d\\ude00"}'), { a: '😀' });
  });

  test('with a member name that no API uses is refused whole', () => {
    for (const name of ['__proto__', 'a\\u0000', half, '\\\\', 'a\\u005cb']) {
      assert.throws(() => parseJson(`{"x":{"${name}":1}}`), SyntaxError);
    }
    assert.deepEqual(parseJson('{"constructor":1,"prototype":2}'), { constructor: 1, prototype: 2 });
  });

  test('nested deeper than 64 levels is refused, however deep, and a text that is read can be written', () => {
    const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
    for (const depth of [65, 1_000, 2_000, 100_000]) {
      assert.throws(() => parseJson(nested(depth, '[', ']')));
      assert.throws(() => parseJson(nested(depth, '{"a":[', ']}')));
    }
    const deepest = nested(32, '{"a":[', ']}');
    assert.equal(canonicalJson(parseJson(deepest)), deepest);
  });

  test('that names a member of an object twice is refused, however the name is written', () => {
    const twice: [text: string, member: string][] = [
      ['{"a":1,"a":1}', 'a'],
      ['{"a":1,"b":{"c":[{"d":1 , "e":2,"d" : 3}]}}', 'd'],
      ['{"amount":1,"\\u0061mount":2}', 'amount'],
      ['{"":1,"":2}', ''],
      ['{"a\\"":1,"a\\u0022":2}', 'a"'],
      ['[{"a":{}},{"a":{},"b":[],"a":{}}]', 'a'],
      ['{"a":1,"a":', 'a'],
    ];
    for (const [text, member] of twice) {
      assert.throws(
        () => parseJson(text),
        (error) => error instanceof RepeatedMember && error.member === member,
        text,
      );
    }
    const once = '{"a":{"a":["a","a",{"a":"a\\":1,"}],"A":"{\\"a\\":1,\\"a\\":2}"},"b":"a"}';
    assert.equal(canonicalJson(parseJson(once)), canonicalJson(JSON.parse(once)));
  });

  test('is refused for a repeated member exactly when JSON.parse would lose one', () => {
    const name = fc.constantFrom('a', 'b', '"', ':', '{', 'é', '😀', ' ');
    const { value: node } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('1', '"a"', '"\\":"', 'null', '"}"'),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
      object: fc
        .array(fc.tuple(name, tie('value')), { maxLength: 4 })
        .map(
          (members) => `{${members.map(([key, value]) => `${JSON.stringify(key)} : ${value}`).join(',')}}`,
        ),
    })) as { value: fc.Arbitrary<string> };
    fc.assert(
      fc.property(node, (text) => {
        // An independent check: what JSON.parse keeps, written again, lacks the lost members.
        const kept = JSON.stringify(JSON.parse(text)).length;
        const isWhole = kept === text.replaceAll(' : ', ':').replaceAll(' , ', ',').length;
        let isTaken = true;
        try {
          parseJson(text);
        } catch (error) {
          assert.ok(error instanceof RepeatedMember, text);
          isTaken = false;
        }
        assert.equal(isTaken, isWhole, text);
      }),
      { numRuns: budget(500, 2_000) },
    );
  });

  test('is read fast at a size of a megabyte, whatever its content', () => {
    const megabyte = 1 << 20;
    const fill = (unit: string) => unit.repeat(megabyte / unit.length);
    const texts = {
      'one string': `"${fill('x')}"`,
      escapes: `"${fill('\\\\')}"`,
      'quotation marks': `"${fill('\\"')}"`,
      'white space': `${fill(' ')}1`,
      'white space after strings': `["a"${fill(' ')},"b"${fill(' ')}]`,
      'nothing but brackets': fill('['),
      'a string without end': `"${fill('\\')}`,
      members: `{${Array.from({ length: 80_000 }, (_, index) => `"${index}":1`).join(',')}}`,
    };
    for (const [what, text] of Object.entries(texts)) {
      const start = process.cpuUsage();
      try {
        parseJson(text);
      } catch (error) {
        assert.ok(error instanceof SyntaxError, what);
      }
      const { user } = process.cpuUsage(start);
      assert.ok(user < 5_000_000, `${what}: ${user / 1000} ms`);
    }
  });

  test('that is no JSON is refused', () => {
    for (const text of ['', '{', '{"a":01}', "{'a':1}", '[1,]', 'undefined', 'NaN', '\ufeff{}']) {
      assert.throws(() => parseJson(text), SyntaxError, text);
    }
  });
});

describe('canonical JSON', () => {
  test('is the same text for two bodies with the same meaning', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 8 }), (value, spaces) => {
        const again: unknown = JSON.parse(JSON.stringify(shuffled(value), null, spaces));
        assert.equal(canonicalJson(again), canonicalJson(JSON.parse(JSON.stringify(value))));
      }),
    );
  });

  test('differs for two bodies that differ', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        const [a, b] = [one, other].map((value) => JSON.parse(JSON.stringify(value)) as unknown);
        assert.deepEqual(JSON.parse(canonicalJson(a)), a);
        if (canonicalJson(a) === canonicalJson(b)) assert.deepEqual(a, b);
      }),
    );
  });

  test('leaves out undefined values, as JSON does', () => {
    assert.equal(canonicalJson({ b: undefined, a: [undefined, 1] }), '{"a":[null,1]}');
  });
});

/** The same value with its members in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([key, member]) => [key, shuffled(member)] as const);
  return Object.fromEntries(members.reverse());
}

test('a text is storable unless it has a NUL or half of a surrogate pair', () => {
  assert.equal(isStorable('R 10,00 – ë 😀 \u001f'), true);
  assert.equal(isStorable('\u0000'), false);
  assert.equal(isStorable('\udc00x'), false);
});

test('JSON parsed to be written again keeps the digits of its numbers', () => {
  const text = '{"a":10.50,"b":[9007199254740993,1e3,-0,0.1000],"c":"1.0","d":{"e":null,"f":true}}';
  assert.equal(JSON.stringify(parseToWriteAgain(text)), text);
  assert.throws(() => parseToWriteAgain('{"a":01}'), SyntaxError);
});

describe('limits of a JSON text are checked before it is parsed:', () => {
  const objectOf = (members: number): string =>
    `{${Array.from({ length: members }, (_, index) => `"m${index}":"[{,"`).join(',')}}`;
  const beyond = (text: string, rule: string, most?: number) => {
    for (const read of [parseJson, assertJson])
      assert.throws(
        () => read(text, most),
        (error) => error instanceof BeyondLimit && error.message === rule,
      );
  };

  test('values, an empty object or array being one', () => {
    const list = (values: number): string => `[${'1,'.repeat(values - 1)}1]`;
    assert.equal((parseJson(list(10_000)) as unknown[]).length, 10_000);
    beyond(list(10_001), 'has more than 10000 values');
    beyond(`[${'[],'.repeat(5_000)}1]`, 'has more than 10000 values');
    assert.deepEqual(parseJson('[[],{}]', 4), [[], {}]);
    beyond('[[],{},1]', 'has more than 4 values', 4);
  });

  test('members of one object, and characters of a name', () => {
    assert.equal(Object.keys(parseJson(objectOf(200)) as object).length, 200);
    beyond(objectOf(201), 'has an object of more than 200 members');
    assert.deepEqual(parseJson(`{"${'n'.repeat(200)}":1}`), { ['n'.repeat(200)]: 1 });
    beyond(`{"${'n'.repeat(201)}":1}`, 'has a member whose name is longer than 200 characters');
  });

  test('levels', () => {
    parseJson('['.repeat(64) + ']'.repeat(64));
    beyond('['.repeat(65) + ']'.repeat(65), 'nests deeper than 64 levels');
  });
});
