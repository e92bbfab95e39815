import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rangeOf } from './address-ranges.ts';
import { clientNetworkOf, networksOf, parseNetwork, readIp } from './networks.ts';

const octets = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });
const dotted = octets.map((four) => four.join('.'));

test('an IPv4 address is the same address however it is written within IPv6', () => {
  const hex = (four: number[]) => Buffer.from(four).toString('hex');
  fc.assert(
    fc.property(octets, (four) => {
      const text = four.join('.');
      const [high, low] = [hex(four).slice(0, 4), hex(four).slice(4)];
      for (const form of [text, `::ffff:${text}`, `::FFFF:${high}:${low}`, `0:0:0:0:0:ffff:${high}:${low}`])
        assert.deepEqual(readIp(form), { text, family: 'ipv4' });
    }),
  );
});

test('an IPv6 address that leads to an IPv4 one unseen is no unicast address, whatever that is', () => {
  fc.assert(
    fc.property(dotted, (four) => {
      for (const prefix of ['::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '2001:0:1:2:3:4:'])
        assert.notEqual(rangeOf(readIp(`${prefix}${four}`)!), 'unicast', `${prefix}${four}`);
    }),
  );
  assert.equal(rangeOf(readIp('2002:808:808::1')!), 'ipv4-in-ipv6');
});

test('a network includes addresses with its first bits, and none of the other family', () => {
  fc.assert(
    fc.property(octets, octets, fc.nat(32), (own, other, bits) => {
      const number = (four: number[]) =>
        BigInt(`0x${Buffer.from(four).toString('hex')}`) >> BigInt(32 - bits);
      const networks = networksOf([`${own.join('.')}/${bits}`]);
      assert.equal(networks.include(readIp(other.join('.'))!), number(own) === number(other));
      assert.equal(networks.include(readIp('2001:db8::1')!), false);
    }),
  );
  const six = networksOf(['2001:db8::/32', '::/1']);
  assert.deepEqual(
    ['2001:db8:ffff::1', '7fff::1', '8000::1', '10.0.0.1', '::ffff:10.0.0.1'].map((one) =>
      six.include(readIp(one)!),
    ),
    [true, true, false, false, false],
  );
});

test('a text that is not an address or a network in its full form is refused', () => {
  // biome-ignore format: a table
  for (const given of ['', 'localhost', '10.1', '0x7f.0.0.1', '2130706433', '010.0.0.1', '1.2.3.4 ', '[::1]', '::1%', '::1%a:b', '1::2::3', '12345::', '10.0.0.0/8'])
    assert.equal(readIp(given), undefined, given);
  assert.deepEqual(readIp('FE80:0::1%eth0'), { text: 'fe80::1', family: 'ipv6' });
  // biome-ignore format: a table
  for (const given of ['', '10.0.0.0', '10/8', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/8 ', '::/129', '::1%lo/128', 'a/8', '/8', '10.0.0.0/8/8'])
    assert.throws(() => parseNetwork(given), /is not a network/, given);
  assert.throws(() => networksOf(['10.0.0.0/8', 'x']), /x is not a network/);
});

test('each range begins and ends where it should', () => {
  // biome-ignore format: a table
  const edges: [string, string][] = [
    ['9.255.255.255', 'unicast'], ['10.0.0.0', 'private'], ['10.255.255.255', 'private'], ['11.0.0.0', 'unicast'],
    ['100.63.255.255', 'unicast'], ['100.64.0.0', 'carrier-grade-nat'], ['100.128.0.0', 'unicast'],
    ['198.17.255.255', 'unicast'], ['198.18.0.0', 'reserved'], ['198.19.255.255', 'reserved'], ['198.20.0.0', 'unicast'],
    ['223.255.255.255', 'unicast'], ['224.0.0.0', 'multicast'], ['240.0.0.0', 'reserved'], ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'], ['::1', 'loopback'], ['::2', 'ipv4-in-ipv6'], ['1fff:ffff::', 'reserved'], ['2000::', 'unicast'],
    ['2001:1ff:ffff::', 'reserved'], ['2001:200::', 'unicast'], ['2001:db7:ffff::', 'unicast'], ['2001:db8::', 'reserved'],
    ['2003::', 'unicast'], ['3ffe:ffff::', 'unicast'], ['3fff:fff::', 'reserved'], ['3fff:1000::', 'unicast'],
    ['4000::', 'reserved'], ['fbff::', 'reserved'], ['fc00::', 'unique-local'], ['fe80::', 'link-local'], ['fec0::', 'reserved'], ['ff00::', 'multicast'],
  ];
  for (const [address, range] of edges) assert.equal(rangeOf(readIp(address)!), range, address);
});

test('one client is an IPv4 address, or the /64 network of an IPv6 one, however they are written', () => {
  const cases = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:DB8:1:2::9': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:db8::5:0:0:1': '2001:db8:0:0::/64',
    '2001::5:0:0:0:1': '2001:0:0:5::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '': '',
  };
  for (const [address, client] of Object.entries(cases))
    assert.equal(clientNetworkOf(address), client, address);
});
