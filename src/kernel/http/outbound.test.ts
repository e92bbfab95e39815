import assert from 'node:assert/strict';
import dns from 'node:dns';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { after, describe, mock, test } from 'node:test';
import { hanging, openReceiver, resetting } from '../../../test/support/receiver.ts';
import { judgeAddress, type OutboundPolicy } from './allowed-addresses.ts';
import { createOutbound } from './outbound.ts';

const production: OutboundPolicy = { privateAllowed: false, allowedNetworks: [] };
const staging: OutboundPolicy = { privateAllowed: true, allowedNetworks: [] };

const mayNotBe = 'the address is not allowed';
const noAnswer = 'no connection, or no response in time';

function outbound(policy: OutboundPolicy) {
  const { post, close } = createOutbound(policy);
  after(close);
  return (url: string, timeoutMs = 2_000) =>
    post({ url, headers: { 'x-test': '1' }, body: 'hello', timeoutMs });
}

describe('an address is called', () => {
  // biome-ignore format: a table
  const open = [
    '8.8.8.8', '1.1.1.1', '41.0.0.1', '172.15.255.255', '172.32.0.0', '11.0.0.0', '100.63.255.255', '100.128.0.0',
    '169.253.255.255', '192.167.255.255', '2606:4700:4700::1111', '2c0f:feb0::1', '::ffff:8.8.8.8',
  ];
  for (const address of open) {
    test(`${address}: it is public`, () => assert.equal(judgeAddress(address, production).allowed, true));
  }

  test('if a setting names its network, whatever it is, and only then', () => {
    const named = { privateAllowed: false, allowedNetworks: ['10.1.0.0/16', 'fd00:1::/32'] };
    assert.equal(judgeAddress('10.1.2.3', named).allowed, true);
    assert.equal(judgeAddress('::ffff:10.1.2.3', named).allowed, true);
    assert.equal(judgeAddress('fd00:1::9', named).allowed, true);
    assert.equal(judgeAddress('10.2.0.1', named).allowed, false);
    assert.equal(judgeAddress('fd00:2::9', named).allowed, false);
  });

  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    'fd00::1',
  ]) {
    test(`${address}: in staging only, so that a laptop works`, () => {
      assert.equal(judgeAddress(address, staging).allowed, true);
      assert.equal(judgeAddress(address, production).allowed, false);
    });
  }
});

describe('an address is never called', () => {
  // biome-ignore format: a table
  const closed: Record<string, string[]> = {
    'link-local, where clouds keep credentials': ['169.254.169.254', '169.254.0.1', '169.254.170.2', 'fe80::1', 'febf::1'],
    'a metadata address elsewhere': ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
    'this host': ['0.0.0.0', '0.1.2.3', '::'],
    'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
    'for documents, tests and protocols': ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '2001:db8::1', '2001:2::1', '3fff::1', '100::1', '5f00::1'],
    'multicast, broadcast or reserved': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1', 'ff0e::1'],
    'an IPv4 address inside an IPv6 one': ['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::ffff:0.0.0.0', '::ffff:0:169.254.169.254', '64:ff9b::a9fe:a9fe', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '2002:a9fe:a9fe::', '2002:7f00:1::1', '2001:0:7f00:1::', '::169.254.169.254', '::7f00:1', '::a9fe:a9fe', '::8.8.8.8', '2002:808:808::1'],
    'outside of what IPv6 uses': ['1::1', '4000::1', 'c000::1', 'fe00::1', '64:ff9b:2::1'],
    'a relay or a withdrawn range': ['192.88.99.1', 'fec0::1', '2001:10::1', '192.31.196.1', '192.52.193.1'],
    'no address at all': ['', 'localhost', '8.8.8.8.8', '[::1]', '::1%lo:x', '256.1.1.1', '8.8.8.8 '],
  };
  for (const [why, addresses] of Object.entries(closed)) {
    for (const address of addresses) {
      test(`${address || '(empty)'}: ${why}`, () => {
        assert.equal(judgeAddress(address, production).allowed, false);
        assert.equal(judgeAddress(address, staging).allowed, false);
      });
    }
  }
});

describe('a host is refused before a byte is sent to it', () => {
  // biome-ignore format: a table
  const spellings = [
    'http://127.0.0.1', 'http://127.1', 'http://127.0.1', 'http://2130706433', 'http://017700000001', 'http://0x7f000001',
    'http://0x7f.1', 'http://0177.0.0.1', 'http://127.0.0.1.', 'http://１２７.0.0.1', 'http://⑫7.0.0.1', 'http://127。0。0。1',
    'http://[::1]', 'http://[::ffff:127.0.0.1]', 'http://[::ffff:7f00:1]', 'http://[0:0:0:0:0:0:0:1]', 'http://[64:ff9b::7f00:1]',
    'http://0', 'http://0.0.0.0', 'http://[::]', 'http://public@127.0.0.1', 'http://8.8.8.8@127.0.0.1', 'http://127.0.0.1#@8.8.8.8',
    'http://localhost', 'http://LOCALHOST', 'http://lo%63alhost', 'http://169.254.169.254/latest/meta-data', 'http://2852039166',
    'http://[fe80::1]', 'https://127.0.0.1', 'https://localhost',
  ];
  for (const spelling of spellings) {
    test(spelling, async () => {
      const listener = createSocketServer().listen(0, '127.0.0.1');
      await new Promise((done) => listener.once('listening', done));
      const connections: unknown[] = [];
      listener.on('connection', (socket) => void connections.push(socket.destroy()));
      const { port } = listener.address() as AddressInfo;
      const url = Object.assign(new URL(spelling), { port }).href;
      const answer = await outbound(production)(url);
      listener.close();
      assert.equal(answer.statusCode, null);
      assert.equal(answer.error, mayNotBe);
      assert.match(answer.detail!, /refused/);
      assert.deepEqual(connections, []);
    });
  }

  for (const url of [
    'ftp://8.8.8.8',
    'file:///etc/passwd',
    'gopher://8.8.8.8',
    'data:,x',
    'no address',
    '',
    'http://',
  ]) {
    test(`${JSON.stringify(url)}: only http and https are spoken`, async () => {
      const answer = await outbound(staging)(url);
      assert.equal(answer.statusCode, null);
      assert.ok(answer.error);
    });
  }

  test('whose name has one public address and one that is not', async () => {
    const resolver = resolving(['8.8.8.8', '127.0.0.1']);
    const answer = await outbound(production)('http://shop.example');
    resolver.mock.restore();
    assert.equal(answer.error, mayNotBe);
    assert.match(answer.detail!, /shop\.example resolves to a refused address/);
  });

  test('for public addresses only, also where private addresses are fine, and over no connection created to one', async () => {
    const receiver = await openReceiver();
    const { post, close } = createOutbound(staging);
    after(close);
    const asked = { url: receiver.url, headers: {}, body: '', timeoutMs: 2_000 };
    assert.equal((await post(asked)).statusCode, 200);
    for (const url of [receiver.url, receiver.url.replace('127.0.0.1', 'localhost')]) {
      const answer = await post({ ...asked, url, isPublicOnly: true });
      assert.equal(answer.statusCode, null);
      assert.equal(answer.error, mayNotBe);
    }
    assert.equal(receiver.received.length, 1);
  });

  test('whose name resolves to another address each time: the checked address is the one that is called', async () => {
    const receiver = await openReceiver();
    const { port } = new URL(receiver.url);
    // The first lookup yields a public address, every later one the loopback address.
    let asked = 0;
    const resolver = resolving(() => (asked++ === 0 ? ['203.0.113.1'] : ['127.0.0.1']));
    const post = outbound({ privateAllowed: false, allowedNetworks: ['203.0.113.0/24'] });
    const first = await post(`http://rebinding.example:${port}/`, 300);
    const second = await post(`http://rebinding.example:${port}/`, 300);
    resolver.mock.restore();
    assert.equal(first.statusCode, null);
    assert.equal(first.error, noAnswer);
    assert.equal(second.error, mayNotBe);
    assert.deepEqual(receiver.received, []);
  });
});

/** Resolves every name to these addresses until it is restored. */
function resolving(addresses: string[] | (() => string[])) {
  const answer = typeof addresses === 'function' ? addresses : () => addresses;
  return mock.method(dns, 'lookup', ((
    _host: string,
    _options: unknown,
    done: (...given: unknown[]) => void,
  ) => {
    done(
      null,
      answer().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as never);
}

describe('failures to get a response', () => {
  test('reveals nothing of the network to the person who chose the address: open, closed and silent look the same', async () => {
    const silent = await openReceiver(hanging);
    const broken = await openReceiver(resetting);
    const open = createSocketServer((socket) => {
      socket.on('error', () => {});
      socket.end('SSH-2.0-OpenSSH_9.9\r\n');
    }).listen(0, '127.0.0.1');
    await new Promise((done) => open.once('listening', done));
    after(() => open.close());
    const { port } = open.address() as AddressInfo;
    const post = outbound(staging);
    const places = [
      silent.url,
      broken.url,
      'http://127.0.0.1:1',
      `http://127.0.0.1:${port}`,
      `https://127.0.0.1:${port}`,
    ];
    const said = new Set<string | null>();
    for (const url of places) said.add((await post(url, 300)).error);
    assert.deepEqual([...said], [noAnswer]);
  });

  test('is a name that is not there, and names no server', async () => {
    assert.equal((await outbound(staging)('http://nowhere.invalid/')).error, 'the name was not found');
  });

  for (const name of [
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata',
    'metadata.goog',
    'instance-data.ec2.internal',
  ]) {
    test(`is the name ${name}, in every mode, whatever it means here`, async () => {
      const resolver = resolving(['8.8.8.8']);
      const [hidden, shown] = [
        await outbound(production)(`http://${name}/`),
        await outbound(staging)(`http://${name}/`),
      ];
      resolver.mock.restore();
      assert.deepEqual([hidden.error, shown.error], [mayNotBe, mayNotBe]);
    });
  }
});
