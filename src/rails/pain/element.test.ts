import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml } from '../../kernel/formats/xml.ts';
import { element, writeDocument } from './element.ts';

test('a document is indented, and leaves out absent elements', () => {
  const root = element('a', [element('b', '1', { c: 'd' }), null, element('e', [element('f', '')])], {
    x: 'y',
  });
  assert.equal(
    writeDocument(root),
    '<?xml version="1.0" encoding="UTF-8"?>\n<a x="y">\n  <b c="d">1</b>\n  <e>\n    <f></f>\n  </e>\n</a>\n',
  );
});

test('no text is taken for markup', () => {
  const hostile = '</b><b>&amp;]]>"\'';
  const text = writeDocument(element('a', [element('b', hostile, { c: hostile })]));
  assert.deepEqual((readXml(text).a as Record<string, unknown>).b, hostile);
  assert.equal(text.split('"').length, 7);
});
