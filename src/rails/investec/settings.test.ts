import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DomainError } from '../../core/errors.ts';
import { type AskedAccount, readSettings } from './settings.ts';

const keys = { clientId: 'an-id', clientSecret: 'hush-1', apiKey: 'hush-2' };
const given = { banking: 'business', ...keys };
const account: AskedAccount = {
  mode: 'production',
  payments: { name: 'pain.001.001.09', format: 'pain.001.001.09' },
  releases: 0,
};
const taking: AskedAccount = { ...account, payments: null };

describe('settings', () => {
  test('are read, and the bank’s own address is assumed', () => {
    assert.deepEqual(readSettings(given, account), { ...given, baseUrl: 'https://openapi.investec.com' });
    assert.equal(
      readSettings({ ...given, baseUrl: 'http://127.0.0.1:81/x' }, { ...account, mode: 'staging' }).baseUrl,
      'http://127.0.0.1:81',
    );
    assert.equal(readSettings({ ...given, banking: 'private' }, taking).banking, 'private');
  });

  const refused: [string, unknown, RegExp, AskedAccount?][] = [
    ['none', null, /requires the settings banking, clientId/],
    ['a list', [], /requires the settings/],
    [
      'another field',
      { ...given, clientID: 'hush-1' },
      /unknown setting "clientID"; the settings are banking/,
    ],
    ['another house', { ...given, banking: 'corporate' }, /banking must be "private" or "business"/],
    ['no client id', { ...given, clientId: undefined }, /clientId must be a text/],
    ['a secret with a space', { ...given, clientSecret: 'hush-1 ' }, /clientSecret must have 1 to 500/],
    ['an empty key', { ...given, apiKey: '' }, /apiKey must have 1 to 500/],
    ['a key that is a number', { ...given, apiKey: 7 }, /apiKey must be a text/],
    ['a malformed address', { ...given, baseUrl: 'hush-1' }, /baseUrl must be an https address/],
    ['an address without trust', { ...given, baseUrl: 'http://example.com' }, /baseUrl must be an https/],
    ['an address with a user', { ...given, baseUrl: 'https://hush-1@example.com' }, /without a user/],
    [
      'this machine in production',
      { ...given, baseUrl: 'http://127.0.0.1:81' },
      /https address in production/,
    ],
    [
      'private banking that pays',
      { ...given, banking: 'private' },
      /private banking at Investec cannot make payments/,
    ],
    [
      'another form of payments',
      given,
      /accepts pain\.001\.001\.09, but --payments standardbank is pain\.001\.001\.03/,
      { ...account, payments: { name: 'standardbank', format: 'pain.001.001.03' } },
    ],
    ['people who release', given, /--releases must be 0/, { ...account, releases: 1 }],
  ];
  for (const [what, settings, reason, asked = account] of refused)
    test(`${what}: refused, and the error shows no value`, () => {
      assert.throws(
        () => readSettings(settings, asked),
        (error: DomainError) =>
          error.code === 'InvalidField' && reason.test(error.message) && !error.message.includes('hush'),
      );
    });
});
