// The tables of texts: complete, really translated, and chosen as customers ask.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  chooseLanguage,
  consentVersion,
  type Language,
  languages,
  mandateConsentVersion,
  words,
} from './index.ts';
import { subscriberWords } from './subscriber.ts';
import { dateTime, shortTime } from './time.ts';

const others = languages.map(({ tag }) => tag).filter((tag) => tag !== 'en');

/** Returns every text of a language by its key. Functions are called with marks as their arguments. */
function texts(language: Language): Map<string, string> {
  const found = new Map<string, string>();
  function walk(key: string, value: unknown): void {
    if (typeof value === 'string') found.set(key, value);
    else if (typeof value === 'function') found.set(key, value(...marks(value.length)));
    else
      for (const [name, inner] of Object.entries(value as object)) walk(key ? `${key}.${name}` : name, inner);
  }
  walk('', { ...words(language), subscriber: subscriberWords(language) });
  return found;
}

function marks(count: number): string[] {
  return ['⟦1⟧', '⟦2⟧', '⟦3⟧', '⟦4⟧', '⟦5⟧'].slice(0, count);
}

const english = texts('en');

/** Texts that may be the same as in English: short month names, and words that the languages share. */
const shared: Record<string, string[]> = {
  af: ['months.0', 'months.1', 'months.3', 'months.5', 'months.6', 'months.7', 'months.10', 'payment.bank'],
  zu: ['months.0', 'months.1', 'months.5', 'months.6', 'months.8', 'months.10'],
  xh: ['months.0', 'months.1', 'months.5', 'months.6', 'months.8', 'months.10'],
  st: [],
};

describe('words', () => {
  for (const tag of others) {
    const own = texts(tag);

    test(`${tag} has every text, and none is empty`, () => {
      assert.deepEqual([...own.keys()], [...english.keys()]);
      assert.deepEqual(
        [...own].filter(([, text]) => text.trim() === ''),
        [],
      );
    });

    test(`${tag} repeats English only where it is on the list`, () => {
      const same = [...own].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
      assert.deepEqual(same, shared[tag]);
    });

    test(`${tag} uses every name, amount and time that English uses`, () => {
      const lost = [...own].filter(([key, text]) => {
        const wanted = english.get(key)!.match(/⟦\d⟧/g) ?? [];
        return wanted.some((mark) => !text.includes(mark));
      });
      assert.deepEqual(lost, []);
    });
  }

  test('no text shouts or speaks like a machine', () => {
    for (const { tag } of languages) {
      const wrong = [...texts(tag)].filter(([, text]) => /!|\bID\b|undefined|transaction/i.test(text));
      assert.deepEqual(wrong, [], tag);
    }
  });

  test('no text has loose spaces or straight quotes', () => {
    for (const { tag } of languages) {
      const wrong = [...texts(tag)].filter(([, text]) => /^\s|\s$| {2}|['"]/.test(text));
      assert.deepEqual(wrong, [], tag);
    }
  });
});

describe('consent', () => {
  // A stored version must mean one text. If you change the text, change its version, and then the digest here.
  const digestOf = (named: RegExp): string => {
    const agreed = languages.flatMap(({ tag }) => [...texts(tag)].filter(([key]) => named.test(key)));
    return createHash('sha256').update(JSON.stringify(agreed)).digest('hex').slice(0, 16);
  };

  test('to a payment changes only together with its version', () => {
    assert.deepEqual([consentVersion, digestOf(/^consent\./)], ['2026-11-27.2', '23a21e088393ec39']);
  });

  test('to regular payments changes only together with its version', () => {
    const named =
      /^subscribe\.(every|once|agree|agreeOnce|agreeNow|agreeSingle|band|onlyOne|atMost|together|does|doesWithSingle|sees|shares|stops)\b|^consent\.(approval|keeps)$/;
    assert.deepEqual([mandateConsentVersion, digestOf(named)], ['2026-11-27.2', '3aa1437ab48dd050']);
  });
});

describe('the language of a request', () => {
  test('follows the address, then the cookie, then the browser', () => {
    assert.equal(chooseLanguage('zu', 'af', 'st'), 'zu');
    assert.equal(chooseLanguage(undefined, 'af', 'st'), 'af');
    assert.equal(chooseLanguage(undefined, undefined, 'st'), 'st');
    assert.equal(chooseLanguage(), 'en');
  });

  test('is never one we do not have', () => {
    assert.equal(chooseLanguage('fr', 'toString', 'xh-ZA'), 'xh');
    assert.equal(chooseLanguage('', '', '*'), 'en');
    assert.equal(chooseLanguage('ZU'), 'en');
  });

  test('follows the weights of Accept-Language, and their order where they are equal', () => {
    assert.equal(chooseLanguage(undefined, undefined, 'fr-CH, en;q=0.5, zu-ZA;q=0.9'), 'zu');
    assert.equal(chooseLanguage(undefined, undefined, 'xh, zu'), 'xh');
    assert.equal(chooseLanguage(undefined, undefined, 'zu;q=0, de'), 'en');
    assert.equal(chooseLanguage(undefined, undefined, 'zu;q=x,,;;'), 'en');
  });
});

describe('times', () => {
  test('are South African, with the language’s own month', () => {
    const instant = new Date('2026-11-21T12:05:59Z');
    assert.equal(dateTime('en', instant).replaceAll('\u00a0', ' '), '21 Nov 2026, 14:05');
    assert.equal(dateTime('st', instant).replaceAll('\u00a0', ' '), '21 Pudungwana 2026, 14:05');
    assert.equal(
      dateTime('en', new Date('2026-12-31T22:00:00Z')).replaceAll('\u00a0', ' '),
      '1 Jan 2027, 00:00',
    );
  });

  test('name their day only when it is not today', () => {
    const now = new Date('2026-11-21T21:30:00Z');
    assert.equal(shortTime('en', new Date('2026-11-21T21:45:00Z'), now), '23:45');
    assert.match(shortTime('en', new Date('2026-11-21T22:15:00Z'), now), /^22\sNov\s2026, 00:15$/);
  });
});
