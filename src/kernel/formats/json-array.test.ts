import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { budget } from '../../../test/support/budget.ts';
import { findElements, UnreadableArray } from './json-array.ts';

const textsOf = (text: string | Buffer, most = 5_000): string[] => {
  const bytes = Buffer.from(text);
  return findElements(bytes, most).map(({ from, to }) => bytes.toString('utf8', from, to));
};

const refused = (text: string | Buffer, why: RegExp, most?: number) =>
  assert.throws(
    () => textsOf(text, most),
    (error) => error instanceof UnreadableArray && why.test(error.message),
  );

/** JSON text of a value with white space in every allowed place. */
function spaced(value: unknown, space: string): string {
  if (Array.isArray(value))
    return `[${space}${value.map((one) => spaced(one, space)).join(`${space},${space}`)}${space}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}${space}:${space}${spaced(one, space)}`,
  );
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}

describe('the elements of a JSON array', () => {
  test('are those of JSON.parse, one by one, in any spelling', () => {
    const array = fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 20 });
    const space = fc.constantFrom('', ' ', '\n\t', ' \r\n ');
    fc.assert(
      fc.property(array, space, (values, white) => {
        const text = white + spaced(values, white) + white;
        const elements = textsOf(text).map((element): unknown => JSON.parse(element));
        assert.deepEqual(elements, JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  test('a text whose elements are all JSON is JSON, and no other is', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'[]{},":\\ 1a'), maxLength: 12 });
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const areAllJson = (text: string): boolean => {
      try {
        return textsOf(text).every(isJson);
      } catch (error) {
        assert.ok(error instanceof UnreadableArray);
        return false;
      }
    };
    fc.assert(
      fc.property(letters, (inner) => {
        const text = `[${inner}]`;
        assert.equal(areAllJson(text), isJson(text) && Array.isArray(JSON.parse(text)), text);
      }),
      { numRuns: budget(1_500, 20_000) },
    );
  });

  test('brackets, commas and quotes inside texts do not separate elements', () => {
    const values = ['a,b', '[', ']', '{"}', '\\', '\\"', '"],["', '', 'ü,€,😀'];
    assert.deepEqual(
      textsOf(JSON.stringify(values)).map((text) => JSON.parse(text)),
      values,
    );
  });

  test('a byte order mark before it is passed over', () => {
    assert.deepEqual(textsOf('\ufeff[1,2]'), ['1', '2']);
  });

  test('an empty array has none', () => {
    assert.deepEqual(textsOf('[]'), []);
    assert.deepEqual(textsOf(' [ \n ] '), []);
  });
});

describe('refused is', () => {
  for (const text of ['', ' ', '{}', '"[]"', 'null', '12', 'x[1]', '\0[1]'])
    test(`a text that is not an array: ${JSON.stringify(text)}`, () =>
      refused(text, /^is not a JSON array$/));

  for (const text of ['[', '[1', '[1,', '["', '["\\', '["\\"', '[{]', '[1}', '[{"a":[}'])
    test(`a text that ends too early: ${text}`, () => refused(text, /^is not JSON: it ends too early$/));

  for (const text of ['[]]', '[1] 2', '[1],', '[]\0'])
    test(`a text that goes on after its end: ${JSON.stringify(text)}`, () =>
      refused(text, /goes on after its end/));

  test('more than so many elements, as soon as there are more', () => {
    assert.equal(textsOf('[1,2,3]', 3).length, 3);
    refused('[1,2,3,4]', /^has more than 3 elements$/, 3);
    // It has no end, and the parser does not look for one.
    refused(`[${'1,'.repeat(10)}`, /^has more than 3 elements$/, 3);
  });

  test('an array that nests deeper than 64 levels, however deep it goes', () => {
    assert.equal(textsOf(`[${'['.repeat(64)}${']'.repeat(64)}]`).length, 1);
    refused(`[${'['.repeat(65)}${']'.repeat(65)}]`, /^nests deeper than 64 levels$/);
    refused(`[${'{"a":'.repeat(1_000_000)}`, /^nests deeper than 64 levels$/);
  });
});
