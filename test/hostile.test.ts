// Malicious bodies, sent to all four surfaces of the running service: each is refused in its surface's format, quickly,
// without growing the service, and the service continues.
// alone: it measures memory.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import {
  assertRefused,
  assertServing,
  type Face,
  faces,
  merchant,
  secure,
  send,
  service,
} from './hostile/faces.ts';

const json = 'application/json';

async function countOf(): Promise<number> {
  const [row] = await service.db<{ count: number }[]>`select count(*)::integer as count from payments`;
  return row!.count;
}

/** A valid body with an insertion, as it is written. */
function withMember(face: Face, written: string): string {
  return JSON.stringify(face.body!()).replace(/\}$/, `,${written}}`);
}

/** The body with the value of its first text replaced, unchanged otherwise. */
function withText(face: Face, written: string): string {
  const taken = face.body!();
  const [name] = Object.entries(taken).find(([, value]) => typeof value === 'string')!;
  const { [name]: _replaced, ...rest } = taken;
  return JSON.stringify(rest).replace(/\}$/, `,"${name}":${written}}`);
}

function withBytes(face: Face, ...bytes: number[]): Buffer {
  const [before, after] = withText(face, '"@"').split('@');
  return Buffer.concat([Buffer.from(before!), Buffer.from(bytes), Buffer.from(after!)]);
}

const half = '\\ud800';
const nested = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000);

/** Bodies that are no JSON of anybody's, or break a rule, and the only statuses they may have where only those will do. */
const bodies: Record<string, (face: Face) => [body: string | Buffer, ...statuses: number[]]> = {
  'lists 10 000 deep': () => [nested('[', ']'), 400],
  'objects 10 000 deep': () => [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
  'a member 10 000 deep': (face) => [withMember(face, `"more":${nested('[', ']')}`), 400],
  'brackets that are never closed': () => ['['.repeat(200_000), 400],
  'a member given twice': (face) => {
    const [name, value] = Object.entries(face.body!())[0]!;
    return [withMember(face, `"${name}":${JSON.stringify(value)}`), 400];
  },
  'a member given twice, once with an escape': (face) => {
    const [name = '', value] = Object.entries(face.body!())[0]!;
    const escaped = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
    return [withMember(face, `"${escaped}":${JSON.stringify(value)}`), 400];
  },
  'a member of a member given twice': (face) => [withMember(face, '"more":[{"a":1,"b":2,"a":1}]'), 400],
  'a text of a megabyte': (face) => [withText(face, `"${'x'.repeat(1_000_000)}"`)],
  'a megabyte of digits': (face) => [withText(face, '9'.repeat(1_000_000))],
  'a body beyond the limit': (face) => [withText(face, `"${'x'.repeat(2_000_000)}"`), 413],
  'half of a surrogate pair': (face) => [withText(face, `"a${half}b"`)],
  'half of a pair in a name': (face) => [withText(face, `"${half}","${half}":1`)],
  'a NUL': (face) => [withText(face, '"a\\u0000b"')],
  'a raw NUL': (face) => [withText(face, '"a\u0000b"'), 400],
  'bytes that are no UTF-8': (face) => [withBytes(face, 0xff, 0xfe), 400],
  'UTF-16': (face) => [Buffer.from(JSON.stringify(face.body!()), 'utf16le'), 400],
  'a surrogate in UTF-8': (face) => [withBytes(face, 0xed, 0xa0, 0x80), 400],
  'a letter in more bytes than it needs': (face) => [withBytes(face, 0xc1, 0x81), 400],
  'compressed bytes': (face) => [gzipSync(JSON.stringify(face.body!())), 400],
  'a byte order mark': (face) => [`\ufeff${JSON.stringify(face.body!())}`, 400],
  nothing: () => ['', 400],
  'text, a number, null, a list': () => ['"text"', 400],
  null: () => ['null', 400],
  'a list': () => ['[1]', 400],
  'a number that no double is': (face) => [withText(face, '1e999')],
  Python: () => ["{'siteCode': None}", 400],
  'half of a body': (face) => [JSON.stringify(face.body!()).slice(0, 30), 400],
  XML: () => ['<PaymentRequest><SiteCode>A</SiteCode></PaymentRequest>', 400],
};

describe('a body of', () => {
  for (const [what, make] of Object.entries(bodies)) {
    test(what, async () => {
      const payments = await countOf();
      for (const face of Object.values(faces)) {
        const [body, ...statuses] = make(face);
        assertRefused(face, await send(face, body), ...statuses);
      }
      assert.equal(await countOf(), payments, 'nothing was made');
    });
  }

  test('an invalid list of refunds', async () => {
    const hostile = [
      nested('[', ']'),
      '{}',
      '[{"amount":1,"amount":2}]',
      `[${'{},'.repeat(600)}{}]`,
      '[',
      '\u0000',
    ];
    for (const body of hostile) assertRefused(secure, await send(secure, body), 400);
  });

  after(assertServing);
});

describe('XML', () => {
  const wrap = (inner: string) => `<PaymentRequest>${inner}</PaymentRequest>`;
  const laughs = Array.from({ length: 9 }, (_, index) => {
    const name = `l${index + 1}`;
    return `<!ENTITY ${name} "${`&l${index};`.repeat(10)}">`;
  }).join('');
  const documents: Record<string, string> = {
    'with a DTD': `<!DOCTYPE PaymentRequest SYSTEM "http://127.0.0.1:1/x.dtd">${wrap('')}`,
    'that reads a file': `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${wrap('<SiteCode>&x;</SiteCode>')}`,
    'with entities that expand without end': `<!DOCTYPE r [<!ENTITY l0 "lol">${laughs}]>${wrap('<SiteCode>&l9;</SiteCode>')}`,
    'with a DTD in other letters': `<!doctype r []>${wrap('')}`,
    'with a custom entity': wrap('<SiteCode>&own;</SiteCode>'),
    'with the character NUL': wrap('<SiteCode>&#0;</SiteCode>'),
    'with half of a pair': wrap('<SiteCode>&#xD800;</SiteCode>'),
    '10 000 deep': `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`,
    'with 100 000 elements': wrap('<a/>'.repeat(100_000)),
    'with a reserved name': wrap('<__proto__><a>1</a></__proto__>'),
    'with an element given twice': wrap('<SiteCode>A</SiteCode><SiteCode>B</SiteCode>'),
    'with another root': '<Refund/>',
    'that is not closed': '<PaymentRequest><SiteCode>A',
    'that is JSON': '{"siteCode":"A"}',
  };
  const { 'Payments API': payments, ...others } = faces as Record<'Payments API', Face> &
    Record<string, Face>;
  for (const [what, document] of Object.entries(documents)) {
    test(what, async () => {
      for (const type of ['application/xml', 'text/xml; charset=utf-8']) {
        const headers = { 'content-type': type };
        assertRefused(payments, await send(payments, document, headers), 400);
        assertRefused(secure, await send(secure, document, headers), 400);
        for (const face of Object.values(others)) {
          assertRefused(face, await send(face, document, headers), 415);
        }
      }
    });
  }

  test('with a megabyte of text, or a raw NUL, says which field is wrong', async () => {
    for (const text of ['x'.repeat(1_000_000), '&amp;'.repeat(200_000), 'a\u0000b']) {
      const body = wrap(`<SiteCode>${merchant.siteCode}</SiteCode><CountryCode>${text}</CountryCode>`);
      assertRefused(payments, await send(payments, body, { 'content-type': 'application/xml' }));
    }
  });

  after(assertServing);
});

describe('a content type', () => {
  // biome-ignore format: a table
  const types = [
    'text/plain', 'image/png', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'application/jsonp',
    'nonsense', 'application/', '*/*', 'application/octet-stream', `x/${'y'.repeat(8_000)}`,
  ];
  for (const type of types) {
    test(`${type.slice(0, 40)} is accepted by no surface`, async () => {
      const { 'Payments API': payments, ...others } = faces;
      for (const face of Object.values(others)) {
        assertRefused(face, await send(face, '{}', { 'content-type': type }), 415);
      }
      // Its contract has one error for a body that is neither JSON nor XML.
      for (const face of [payments!, secure]) {
        assertRefused(face, await send(face, '{}', { 'content-type': type }), 400);
      }
    });
  }

  test('may have absurd parameters, which change nothing', async () => {
    for (const parameters of [
      `; a=${'b'.repeat(8_000)}`,
      ';'.repeat(8_000),
      `;${' '.repeat(8_000)}charset=x`,
    ]) {
      for (const face of Object.values(faces)) {
        const answer = await send(face, '{', { 'content-type': json + parameters });
        assertRefused(face, answer, 400, 415);
      }
    }
  });

  after(assertServing);
});

describe('all of these requests, repeatedly,', () => {
  let collect: () => void;
  before(() => {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  });

  test('does not grow the service', async () => {
    // Memory is not freed at once: sockets close, and buffers return a moment later.
    const used = async (): Promise<number> => {
      let least = Number.POSITIVE_INFINITY;
      for (let look = 0; look < 5; look++) {
        await pause(20);
        collect();
        const { heapUsed, external } = process.memoryUsage();
        least = Math.min(least, heapUsed + external);
      }
      return least;
    };
    const round = async () => {
      for (const make of Object.values(bodies)) {
        for (const face of Object.values(faces)) await send(face, make(face)[0]);
      }
    };
    await round();
    const settled = await used();
    for (let turn = 0; turn < 3; turn++) await round();
    const grown = (await used()) - settled;
    assert.ok(grown < 8 << 20, `${Math.round(grown / 1024)} KB more after three rounds`);
    await assertServing();
  });
});
