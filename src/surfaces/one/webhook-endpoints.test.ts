// U39, R16: forbidden addresses of webhooks, in every spelling that a URL parser understands. An endpoint that passes
// because it is a name is judged again when the socket connects: src/kernel/http/outbound.test.ts.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { assertError, openOne } from '../../../test/support/setup/one-api.ts';
import { judgeEndpoint } from '../../core/addresses.ts';

const one = await openOne();

// biome-ignore format: a table
const refused: Record<string, string[]> = {
  'this machine by name': [
    'localhost', 'LocalHost', 'localhost.', 'localhost..', 'shop.localhost', 'localhost:3000', 'localhost.localdomain', 'localhost4', 'localhost6',
    'ip6-localhost', 'ip6-loopback', 'lo%63alhost', 'ｌｏｃａｌｈｏｓｔ', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhost。',
  ],
  'this machine by number': [
    '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001', '0x7f000001', '0x7F.1', '0177.0.0.01', '127.0.0.1.',
    '0', '0.0.0.0', '0x0', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '127.0.0.1:8420',
    '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:0:127.0.0.1]', '[::127.0.0.1]',
    '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]',
  ],
  'a private network': [
    '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1', '167772161', '0xa000001', '012.0.0.1', '0xc0a80101',
    '[::ffff:10.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::a00:1]', '[2002:a00:1::]', '[fd00::1]', '[fc00::1]', '[fec0::1]', '100.64.0.1',
  ],
  'link-local or metadata': [
    '169.254.169.254', '169.254.170.2', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '[fe80::1]', '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]', '[fd00:ec2::254]', '[fd20:ce::254]', '100.100.100.200', '168.63.129.16', '192.0.0.192',
    'metadata.google.internal', 'METADATA.google.internal.', 'metadata', 'metadata.goog', 'instance-data', 'instance-data.ec2.internal',
  ],
  'nobody’s': [
    '192.0.2.1', '198.18.0.1', '203.0.113.7', '224.0.0.1', '240.0.0.1', '255.255.255.255', '[2001:db8::1]', '[ff02::1]', '[100::1]', '192.88.99.1',
  ],
  'a user name before this machine': [
    'shop.example@127.0.0.1', 'shop.example:443@localhost', '8.8.8.8@[::1]', 'shop.example%2f@127.1', '127.0.0.1#@shop.example', '127.0.0.1\\@shop.example',
  ],
};

describe('an endpoint is a 403 where it leads to', () => {
  for (const [where, hosts] of Object.entries(refused)) {
    test(`${where}, in ${hosts.length} spellings`, async () => {
      for (const host of hosts) {
        for (const scheme of ['http', 'HTTPS']) {
          const body = { endpoint: `${scheme}://${host}/hook`, eventType: 'refund.complete' };
          for (const answer of [
            await one.post('/webhooks', body),
            await one.call('PUT', `/webhooks/${randomUUID()}`, { body }),
          ]) {
            assert.equal(answer.status, 403, `${body.endpoint}: ${answer.text}`);
            assertError(answer, {
              status: 403,
              code: 'Forbidden',
              source: { pointer: '/endpoint', header: 'Authorization' },
            });
          }
        }
      }
    });
  }

  test('this machine also in production, and where the operator names its network', async () => {
    Object.assign(one.config, {
      mode: 'production',
      allowedNetworks: ['127.0.0.0/8', '::1/128', '10.0.0.0/8'],
    });
    for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '192.168.1.1']) {
      const answer = await one.post('/webhooks', {
        endpoint: `https://${host}/`,
        eventType: 'refund.complete',
      });
      assert.equal(answer.status, 403, host);
    }
    const own = await one.post('/webhooks', { endpoint: 'https://10.1.2.3/', eventType: 'refund.complete' });
    assert.equal(own.status, 201);
    Object.assign(one.config, { mode: 'staging', allowedNetworks: [] });
  });
});

test('an endpoint that is public, or a name that only its resolver knows, is taken', async () => {
  // biome-ignore format: a table
  const taken = [
    'shop.example', 'shop.example:8443', '8.8.8.8', '134744072', '[2606:4700:4700::1111]', '[::ffff:8.8.8.8]', 'xn--mller-kva.example', 'müller.example',
    'localhost.example', 'my-localhost', 'notlocalhost', 'receiver', '127.0.0.1.nip.io', '1.1.1.1.example', 'metadata.example',
  ];
  for (const host of taken) assert.equal(judgeEndpoint(`https://${host}/hook`, []), undefined, host);
  const answer = await one.post('/webhooks', {
    endpoint: 'https://müller.example/h',
    eventType: 'refund.complete',
  });
  assert.equal(answer.status, 201);
  assert.equal(answer.body.endpoint, 'https://xn--mller-kva.example/h');
});
