import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '../../../test/support/growth.ts';
import { readXml, UnreadableXml, writeXml } from './xml.ts';

const refused = (text: string) => assert.throws(() => readXml(text), UnreadableXml);

describe('reading XML', () => {
  test('gives elements as a record, texts exactly as they are, repeated ones as an array', () => {
    const text =
      '<?xml version="1.0"?><r a="1" xmlns:x="y"><A> 007 </A><x:B/><C>1e3</C><C>true</C><D><E>f</E></D></r>';
    assert.deepEqual(readXml(text), { r: { A: ' 007 ', B: '', C: ['1e3', 'true'], D: { E: 'f' } } });
  });

  test('knows the five predefined entities and character numbers, each read once', () => {
    assert.deepEqual(readXml('<r>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;&amp;amp;</r>'), {
      r: '<>&"\'A😀&amp;',
    });
    assert.deepEqual(readXml('<r><![CDATA[&amp;<b>]]></r>'), { r: '&amp;<b>' });
  });

  test('refuses a document type, declared entities and unknown ones', () => {
    refused('<!DOCTYPE r [<!ENTITY x "y">]><r>&x;</r>');
    refused('<!doctype r SYSTEM "file:///etc/passwd"><r/>');
    refused('<r><!ENTITY x "y"></r>');
    refused('<r>&nbsp;</r>');
  });

  test('refuses numbers that are no character', () => {
    for (const number of ['0', 'x0', 'xD800', 'x110000', '9999999', '', 'x', '-1'])
      refused(`<r>&#${number};</r>`);
  });

  test('refuses a malformed document', () => {
    for (const text of [
      '',
      'text',
      '<r>',
      '<r></s>',
      '<r/><r/>',
      '<r/><s/>',
      '<r>&</r>',
      '<r a=1/>',
      '{"r":1}',
    ])
      refused(text);
  });

  test('refuses names that objects have a meaning for', () => {
    for (const name of ['__proto__', 'constructor', 'prototype']) refused(`<r><${name}>1</${name}></r>`);
  });

  test('refuses depth and numbers of elements that no record has, in time that grows with their length', async () => {
    refused('<a>'.repeat(20) + '</a>'.repeat(20));
    await assertLinear((quarters) => {
      refused('<a>'.repeat(quarters * 75_000));
      refused(`<r>${'<a/>'.repeat(quarters * 62_500)}</r>`);
      refused('<'.repeat(quarters * 250_000));
    });
  });
});

describe('the limits of a document', () => {
  const records = (count: number): string =>
    `<r>${`<R>${'<A>1</A><B>2</B><C>3</C><D>4</D><E>5</E><F>6</F>\n'}</R>\n`.repeat(count)}</r>`;
  const says = (text: string, rule: RegExp) =>
    assert.throws(
      () => readXml(text),
      (error) => error instanceof UnreadableXml && rule.test(error.message),
    );

  test('is five hundred records of six elements, and not much more', () => {
    assert.equal((readXml(records(500)) as { r: { R: unknown[] } }).r.R.length, 500);
    says(`<r>${'<a/>'.repeat(4_000)}</r>`, /^there are too many elements$/);
  });

  test('counts as tags of some length, whatever quotation marks contain, and a section does not', () => {
    const attributes = (letters: number): string => `a="${'>'.repeat(letters)}"`;
    assert.deepEqual(readXml(`<r ${attributes(2_000)}>1</r>`), { r: '1' });
    says(`<r ${attributes(2_100)}>1</r>`, /^a tag is longer than 2048 characters, or does not end$/);
    says(`<r a='`, /does not end$/);
    says(`<r>${`<a ${attributes(1_900)}/>`.repeat(200)}</r>`, /^there is too much in the tags$/);
    const long = 'x '.repeat(3_000);
    assert.deepEqual(readXml(`<r><!-- <${long} --><![CDATA[<a ${long}]]></r>`), { r: `<a ${long}` });
  });

  test('is a number of entities', () => {
    assert.deepEqual(readXml(`<r>${'&amp;'.repeat(10_000)}</r>`), { r: '&'.repeat(10_000) });
    says(`<r>${'&amp;'.repeat(10_001)}</r>`, /^there are too many entities$/);
  });
});

describe('a long text', () => {
  const long = 'QUJD'.repeat(2_000);

  test('is read like a short one, at any place', () => {
    const text = `<r><A>${long}</A><B>${long}==</B><B>x &amp; y</B><C> ${long}\r\n${long} </C></r>`;
    assert.deepEqual(readXml(text), {
      r: { A: long, B: [`${long}==`, 'x & y'], C: ` ${long}\r\n${long} ` },
    });
    assert.deepEqual(readXml(`<r a=">">${long}</r>`), { r: long });
    assert.deepEqual(readXml(`<r>${long}&#65;${long}</r>`), { r: `${long}A${long}` });
    assert.deepEqual(readXml(`<r><![CDATA[ > ${long} < ${long}]]></r>`), { r: ` > ${long} < ${long}` });
  });

  test('in a comment is ignored, and does not end it', () => {
    assert.deepEqual(readXml(`<r><!-- <x>${long}</x> --><A>1</A></r>`), { r: { A: '1' } });
    assert.deepEqual(readXml(`<r><!-- >${long}--><A>1</A></r>`), { r: { A: '1' } });
  });

  test('in a forbidden place is refused', () => {
    refused(`<r>${long}</s>`);
    refused(`<r>${long}`);
  });

  test('with sixteen megabytes of base64 is read soon; the same amount of anything else is refused', () => {
    const much = 'A'.repeat(16 * 1024 * 1024);
    const began = process.cpuUsage();
    assert.deepEqual(readXml(`<r><A>${much}</A></r>`), { r: { A: much } });
    refused(`<r><A>${much.replaceAll('AAAA', 'A.A ')}</A></r>`);
    const { user, system } = process.cpuUsage(began);
    assert.ok(user + system < 5_000_000, `${user + system} µs`);
  });
});

describe('writing XML', () => {
  test('escapes texts, and leaves out null and undefined', () => {
    const text = writeXml('Root', { A: '<&>"\'', B: null, C: undefined, D: '', E: 1 });
    assert.match(text, /^<\?xml version="1.0" encoding="utf-8"\?><Root>/);
    assert.deepEqual(readXml(text), { Root: { A: '<&>"\'', D: '', E: '1' } });
  });

  test('puts a mark in place of characters that XML cannot hold, at any place', () => {
    const text = writeXml('Root', {
      A: 'a\u0001b\uffff',
      B: [{ C: '\u001f' }, { C: 'é\t\n😀' }],
      D: ['\u0008', 'x'],
    });
    assert.deepEqual(readXml(text), {
      Root: { A: 'a\ufffdb\ufffd', B: [{ C: '\ufffd' }, { C: 'é\t\n😀' }], D: ['\ufffd', 'x'] },
    });
  });
});
