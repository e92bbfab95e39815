// The PHP client, the plugin and every PHP sample, if this machine has PHP: syntax, their own tests, and the programs of the
// guide against the running service, which pay, receive a verified notification and refund.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { loadConfig } from '../src/app/config.ts';
import { credentialsOf } from '../src/app/credentials.ts';
import { writeDocuments } from '../src/app/documents.ts';
import { systemClock } from '../src/kernel/clock.ts';
import type { Documents } from '../src/pages/docs/model.ts';
import { withSamples } from '../src/pages/docs/samples/index.ts';
import { piecesOf } from './support/guide.ts';
import { postJson } from './support/merchant.ts';
import { openFolder, openService } from './support/opening.ts';
import { missingPhp } from './support/php.ts';
import { freePort } from './support/ports.ts';
import { sources } from './support/sources.ts';
import { until } from './support/until.ts';

const skip = missingPhp();
const folder = await openFolder('php');

async function php(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('php', args, { cwd: folder, timeout: 60_000 }).catch((error) =>
    assert.fail(`php ${args.join(' ')}: ${error.stdout}${error.stderr}`),
  );
  return stdout;
}

describe('PHP', () => {
  test('the client has a method for each operation of the One API except its own tokens', async () => {
    const { paths } = (writeDocuments(loadConfig({})) as Record<string, object> as Documents).one!;
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const source = await readFile('php/src/OneApi.php', 'utf8');
    const methods = [...source.matchAll(/public function ([a-z]\w+)/g)].map(([, name]) => name);
    assert.deepEqual(methods.sort(), ids.filter((id) => !['createToken', 'revokeToken'].includes(id)).sort());
  });

  test('every file has valid syntax', { skip }, async () => {
    const files = (await sources()).filter((file) => file.endsWith('.php'));
    assert.ok(files.length > 12);
    for (const file of files) await php('-n', '-l', resolve(file));
  });

  test('every sample of the reference has valid syntax', { skip }, async () => {
    const documents = withSamples(
      writeDocuments(loadConfig({})) as Record<string, object> as Documents,
      true,
    );
    const samples = Object.values(documents).flatMap(({ paths }) =>
      Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .map((operation) => operation['x-codeSamples']!.find(({ lang }) => lang === 'PHP')!.source),
    );
    // One program with a namespace for each, because a PHP process for each takes seconds.
    const spaces = samples.map((sample, index) =>
      sample.replace('<?php', `namespace S${index} {`).concat('}\n'),
    );
    assert.ok(spaces.length > 80 && spaces.every((space) => space.startsWith('namespace ')));
    await writeFile(join(folder, 'samples.php'), `<?php\n${spaces.join('')}`);
    await php('-n', '-l', 'samples.php');
  });

  test('the tests of the client pass', { skip }, async () => {
    assert.match(await php(resolve('php/tests/run.php')), /^ok - /m);
  });

  test('the programs of the guide and of the README pay, receive and refund', { skip }, async () => {
    const service = await openService({ started: true, clock: systemClock() });
    const { base, merchant } = service;
    const credentials = credentialsOf(service.config, merchant);
    await writeFile(join(folder, 'credentials.json'), JSON.stringify(credentials));
    await symlink(resolve('php'), join(folder, 'vendor'));
    const [shop, pay, webhook, refund] = await piecesOf('php', 'php');
    const [, readme] = /^```php\n(.*?)^```$/ms.exec(await readFile('php/README.md', 'utf8'))!;
    const programs = { shop, pay, webhook, refund, readme };
    for (const [name, program] of Object.entries(programs))
      await writeFile(join(folder, `${name}.php`), program!);

    const port = await freePort();
    process.env.NOTIFY_URL = `http://127.0.0.1:${port}/webhook.php`;
    after(() => delete process.env.NOTIFY_URL);
    const receiver = spawn('php', ['-S', `127.0.0.1:${port}`], { cwd: folder });
    after(() => receiver.kill());
    let printed = '';
    receiver.stderr.on('data', (text) => (printed += text));
    await until(() => printed.includes('started'));
    const decide = async (object: string, id: string, outcome: string) => {
      const { status, text } = await postJson(
        `${base}/sandbox/${object}/${id}/outcome`,
        { outcome },
        { ApiKey: merchant.apiKey },
      );
      assert.equal(status, 200, text);
    };

    const [paymentId, redirectUrl] = (await php('pay.php')).split('\n');
    assert.equal(redirectUrl, `${base}/pay/${paymentId}`);
    await decide('transactions', paymentId!, 'success');
    const paid = () => /paid: ORDER-\d+ R 150, transaction ([0-9a-f-]{36})/.exec(printed)?.[1];
    const transactionId = await until(paid).catch(() => assert.fail(printed));
    const [refundId, status] = (await php('refund.php', transactionId!, '50.25')).trim().split(' ');
    assert.equal(status, 'Pending');
    await decide('refunds', refundId!, 'complete');
    await until(() => printed.includes('refund.complete: Complete')).catch(() => assert.fail(printed));

    const forged = await fetch(process.env.NOTIFY_URL, { method: 'POST', body: '{}' });
    assert.equal(forged.status, 401);
    assert.match(await php('readme.php'), /^Created: send the customer to .*\nNotFound: /);
  });
});
