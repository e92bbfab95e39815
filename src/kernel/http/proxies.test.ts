import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { createProxies, parseProxies } from './proxies.ts';

const { senderOf, include } = createProxies(['10.0.0.0/8', '203.0.113.7/32', '2001:db8::/32']);

/** Returns the sender for a connected address and an X-Forwarded-For. */
const clientAddress = (remoteAddress: string, forwarded?: string): string =>
  senderOf({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  } as never as IncomingMessage);

test('an unknown peer is the sender, whatever its headers say', () => {
  for (const forwarded of [undefined, '1.2.3.4', '10.0.0.1', 'unknown, 1.2.3.4']) {
    assert.equal(clientAddress('198.51.100.9', forwarded), '198.51.100.9');
    assert.equal(clientAddress('2001:dbb::1', forwarded), '2001:dbb::1');
  }
  assert.equal(clientAddress('::ffff:198.51.100.9', '1.2.3.4'), '198.51.100.9');
});

test('a proxy is trusted, and in a chain the last address that is not a proxy', () => {
  assert.equal(clientAddress('10.0.0.1', '198.51.100.9'), '198.51.100.9');
  assert.equal(clientAddress('::ffff:10.0.0.1', '198.51.100.9'), '198.51.100.9');
  assert.equal(clientAddress('2001:db8::5', '198.51.100.9'), '198.51.100.9');
  assert.equal(clientAddress('10.0.0.1', '198.51.100.9, 203.0.113.7,10.9.9.9'), '198.51.100.9');
  // An invented part of the sender comes before the address that the first proxy saw.
  assert.equal(clientAddress('10.0.0.1', '1.2.3.4, 198.51.100.9, 10.0.0.2'), '198.51.100.9');
  assert.equal(clientAddress('10.0.0.1', '10.0.0.66, 198.51.100.9'), '198.51.100.9');
  assert.equal(clientAddress('10.0.0.1', '<script>, 127.0.0.1, 198.51.100.9'), '198.51.100.9');
});

test('an address is read as proxies write it, and shown as it is usually written', () => {
  assert.equal(clientAddress('10.0.0.1', '198.51.100.9:4711'), '198.51.100.9');
  assert.equal(clientAddress('10.0.0.1', '[2001:DBB:0:0::1]:4711'), '2001:dbb::1');
  assert.equal(clientAddress('10.0.0.1', '2001:dbb::1'), '2001:dbb::1');
  assert.equal(clientAddress('10.0.0.1', '::ffff:198.51.100.9'), '198.51.100.9');
  assert.equal(clientAddress('10.0.0.1', 'fe80::1%eth0'), 'fe80::1');
});

test('with an unreadable header, the sender is the last readable address', () => {
  for (const forwarded of [
    undefined,
    '',
    ' , ',
    'unknown',
    '_hidden',
    '2130706433',
    '0x7f.1',
    '1.2.3',
    '1.2.3.4.5',
  ]) {
    assert.equal(clientAddress('10.0.0.1', forwarded), '10.0.0.1', String(forwarded));
  }
  assert.equal(clientAddress('10.0.0.1', '1.2.3.4, unknown, 10.0.0.2'), '10.0.0.2');
  assert.equal(clientAddress('10.0.0.1', '10.0.0.2, 10.0.0.3'), '10.0.0.2');
});

test('a chain without end is read to some length', () => {
  assert.equal(clientAddress('10.0.0.1', `1.2.3.4, ${'10.0.0.2, '.repeat(500)}10.0.0.3`), '10.0.0.2');
});

test('a range of all addresses is not a proxy', () => {
  for (const network of ['0.0.0.0/0', '::/0', '10.0.0.1', 'proxy.example.com', '10.0.0.0/33'])
    assert.throws(() => parseProxies(network), network);
  parseProxies('10.0.0.0/8');
  parseProxies('::1/128');
  assert.deepEqual(['10.255.0.1', '::ffff:203.0.113.7', '203.0.113.8', '2001:db8::9', ''].map(include), [
    true,
    true,
    false,
    true,
    false,
  ]);
  assert.equal(createProxies([]).include('127.0.0.1'), false);
});
