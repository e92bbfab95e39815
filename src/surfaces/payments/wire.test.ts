import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pascalCase } from '../described.ts';
import { preferredType } from './wire.ts';

test('the format is the one that Accept prefers', () => {
  const offers = ['application/json', 'application/xml', 'text/xml'] as const;
  for (const [accept, type] of [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/xml'],
    ['text/xml', 'text/xml'],
    ['application/xml, */*', 'application/xml'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/json;q=0.5, application/xml;q=0.9', 'application/xml'],
    ['APPLICATION/XML ; Q=1', 'application/xml'],
    ['application/*', 'application/json'],
    ['application/xml;q=0, */*;q=0.1', 'application/json'],
    ['image/png', 'application/json'],
    [';;,,q=', 'application/json'],
  ] as const) {
    assert.equal(preferredType(accept, offers), type, String(accept));
  }
});

test('names are in PascalCase in XML', () => {
  assert.deepEqual(['access_token', 'siteCode', 'paymentRequestId', 'Url'].map(pascalCase), [
    'AccessToken',
    'SiteCode',
    'PaymentRequestId',
    'Url',
  ]);
});
