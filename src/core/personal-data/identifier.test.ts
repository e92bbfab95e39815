import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadValue, expressionOf, readValue } from './identifier.ts';
import { isJson, redactJson, redactText, withoutMembers } from './redact.ts';

const finds = (value: string, text: string): boolean => expressionOf(readValue(value)).test(text);

describe('a value', () => {
  for (const [value, texts] of Object.entries({
    'Thandi@Shop.example': [
      'thandi@shop.example',
      'told THANDI@shop.example.',
      '?email=thandi%40shop.example&x=1',
      '"thandi@shop.example"',
    ],
    'a+b@shop.example': ['a+b@shop.example', 'a%2Bb%40shop.example'],
    '0821234567': [
      ...['0821234567', '+27821234567', '27821234567', '082 123 4567', '(082) 123-4567', '0027 82 123 4567'],
      ...['+27 (0)82 123 4567', '821234567', '%2B27821234567', '"customerCellphoneNumber":"27821234567"'],
    ],
    '+27 82 123 4567': ['0821234567'],
    '8001015009087': ['8001015009087', '800101 5009 087'],
    '62000912345': ['62000912345', '0000062000912345', '6200 0912 345', 'to 62000912345 of'],
    A01234567: ['a01234567'],
  })) {
    test(`${value} is found however it is written`, () => {
      for (const text of texts) assert.ok(finds(value, text), text);
    });
  }

  for (const [value, texts] of Object.entries({
    'thandi@shop.example': [
      'xthandi@shop.example',
      'thandi@shop.example.org',
      'thandi@shop-example',
      'a.thandi@shop.example',
    ],
    '0821234567': ['10821234567', '08212345678', 'ab821234567', '1,0821,234,567'],
    '62000912345': ['162000912345', '620009123456', '62000912345f'],
  })) {
    test(`${value} matches no other person`, () => {
      for (const text of texts) assert.ok(!finds(value, text), text);
    });
  }

  for (const value of [
    '',
    '  ',
    'Thandi',
    '1234',
    '00000000',
    '@',
    'a@b',
    'x y@shop.example',
    '1'.repeat(40),
    "'; drop",
  ])
    test(`"${value}" is refused`, () => assert.throws(() => readValue(value), BadValue));
});

describe('a text that is not theirs as a whole', () => {
  const known = { sought: expressionOf(readValue('thandi@shop.example')), texts: ['Thandi M'] };

  test('loses only the known values of the person', () => {
    assert.equal(redactText('Thandi M, thandi@shop.example, R 5', known), '[erased], [erased], R 5');
  });

  test('stays JSON, with every number as it was written', () => {
    const text =
      '{"amount":150.50,"n":1e3,"payer":{"name":"A","ids":[1]},"by" : "Thandi M\\n","account":"***1234"}';
    assert.equal(
      redactJson(text, known, true),
      '{"amount":150.50,"n":1e3,"payer":{"name":"[erased]","ids":[null]},"by" : "[erased]\\n","account":"*******"}',
    );
    assert.equal(
      redactJson(text, known, false),
      '{"amount":150.50,"n":1e3,"payer":{"name":"A","ids":[1]},"by" : "[erased]\\n","account":"***1234"}',
    );
  });

  test('is redacted also if it only begins like JSON', () => {
    assert.ok(!isJson('[12:00] "thandi@shop.example'));
    assert.equal(redactText('[12:00] "thandi@shop.example', known), '[12:00] "[erased]');
  });

  test('keeps addresses of the web, but for the value itself', () => {
    const text = '{"notifyUrl":"http://Thandi M.example/?for=thandi%40shop.example"}';
    assert.equal(redactJson(text, known, true), '{"notifyUrl":"http://Thandi M.example/?for=[erased]"}');
  });

  test('can lose its own members that are a person’s', () => {
    assert.equal(withoutMembers('{"payer":{"name":"A"},"region":"ZA"}'), '{"region":"ZA"}');
    assert.equal(withoutMembers('{"region": "ZA"}'), '{"region": "ZA"}');
  });
});
