import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import ssh2 from 'ssh2';
import { describeSftp, readSftp } from './settings.ts';

const key = ssh2.utils.generateKeyPairSync('ed25519').private;
const hostKey = `SHA256:${'A'.repeat(43)}`;
const good = {
  url: 'sftp://tefo%40shop@sftp.bank.example:5022',
  key,
  hostKey,
  take: undefined,
  give: undefined,
};

test('an address, a key and the fingerprint of the server are read, and shown without the key', () => {
  const settings = readSftp(good);
  assert.deepEqual(
    [settings.host, settings.port, settings.user, settings.take, settings.give],
    ['sftp.bank.example', 5022, 'tefo@shop', 'out', 'in'],
  );
  assert.deepEqual(describeSftp(settings), {
    url: 'sftp://tefo%40shop@sftp.bank.example:5022',
    hostKey,
    take: 'out',
    give: 'in',
  });
  assert.equal(readSftp({ ...good, url: 'sftp://me@[::1]' }).host, '::1');
  assert.equal(readSftp({ ...good, hostKey: `${hostKey}=, ${hostKey}` }).hostKeys.length, 2);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readSftp({ ...good, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string });
});

test('a missing or wrong value is refused with its option', () => {
  for (const url of [
    '',
    'bank.example',
    'ssh://me@bank',
    'sftp://bank',
    'sftp://me:word@bank',
    'sftp://me@bank/out',
  ])
    assert.throws(() => readSftp({ ...good, url }), /^Error: --sftp must be an address/, url);
  assert.throws(() => readSftp({ ...good, key: undefined }), {
    code: 'InvalidField',
    message: /requires --sftp-key/,
  });
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sealed = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
  for (const one of ['', 'x', sealed, publicKey.export({ type: 'spki', format: 'pem' })])
    assert.throws(() => readSftp({ ...good, key: String(one) }), /without a passphrase/);
  for (const one of [undefined, '', 'SHA256:', 'MD5:aa:bb', `${hostKey},`, 'ssh-ed25519 AAAA'])
    assert.throws(() => readSftp({ ...good, hostKey: one }), /^Error: --sftp-host-key/, String(one));
  assert.throws(() => readSftp({ ...good, take: 'a\nb' }), /--sftp-take/);
});
