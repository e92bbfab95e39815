// The programs of the guide to hashes agree with the service, in every language that this machine has: the service accepts
// their hashes, and they accept only what the service sends.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { credentialsOf } from '../src/app/credentials.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { ask, createMerchantOf, hashOf, signedFields } from './support/merchant.ts';
import { openFolder, openService } from './support/opening.ts';
import { openReceiver, type Received } from './support/receiver.ts';
import { until } from './support/until.ts';

type Command = [string, ...string[]];

interface Language {
  /** The mark of its piece in the guide, and the name of its file. */
  piece: string;
  file: string;
  /** Succeeds where the machine has it. */
  probe: Command;
  build?: Command;
  run: Command;
}

const languages: Record<string, Language> = {
  bash: { piece: 'sh', file: 'hashes.sh', probe: ['openssl', 'version'], run: ['bash', 'hashes.sh'] },
  Node: { piece: 'js', file: 'hashes.mjs', probe: ['node', '-v'], run: [process.execPath, 'hashes.mjs'] },
  Python: {
    piece: 'python',
    file: 'hashes.py',
    probe: ['python3', '-c', '"".removeprefix("")'],
    run: ['python3', 'hashes.py'],
  },
  PHP: {
    piece: 'php',
    file: 'hashes.php',
    probe: ['php', '-r', 'mb_strtolower("");'],
    run: ['php', 'hashes.php'],
  },
  Java: {
    piece: 'java',
    file: 'Hashes.java',
    probe: ['javac', '-version'],
    build: ['javac', '-encoding', 'UTF-8', 'Hashes.java'],
    run: ['java', 'Hashes'],
  },
  Go: {
    piece: 'go',
    file: 'hashes.go',
    probe: ['go', 'version'],
    build: ['go', 'build', '-o', 'hashes', 'hashes.go'],
    run: ['./hashes'],
  },
  'C#': {
    piece: 'csharp',
    file: 'Hashes.cs',
    probe: ['mcs', '--version'],
    build: ['mcs', '-out:hashes.exe', 'Hashes.cs'],
    run: ['mono', 'hashes.exe'],
  },
};

const folder = await openFolder('languages');
const guide = await readFile('docs/guides/hashes.md', 'utf8');
const golden = JSON.parse(await readFile('docs/hash-vectors.json', 'utf8'));

interface Vector {
  name: string;
  fields: Record<string, unknown>;
  digest: string;
}

/** Vectors of a payment request: one with accents, one with leading zeros in its digest. */
const vectors: Vector[] = golden.hashes[0].vectors.filter(({ name }: Vector) => /accents|zeros/.test(name));
const env = { ...process.env, LC_ALL: 'C.UTF-8', GOCACHE: join(folder, 'go'), GO111MODULE: 'off' };

async function call([program, ...args]: Command): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env });
  return stdout.trim();
}

const has = ({ probe }: Language): Promise<boolean> =>
  call(probe).then(
    () => true,
    () => false,
  );

/** The first piece is the program. */
function pieceOf(mark: string): string {
  const [piece] = guide.matchAll(new RegExp(`^\`\`\`${mark}\\n(.*?)^\`\`\`$`, 'gms'));
  assert.ok(piece, mark);
  return piece[1]!;
}

async function build({ piece, file, build }: Language): Promise<void> {
  await writeFile(join(folder, file), pieceOf(piece));
  if (build) await call(build);
}

describe('the hashes of the guide', { concurrency: 3 }, async () => {
  const service = await openService({ clock: systemClock(), started: true });
  const credentials = credentialsOf(service.config, service.merchant);
  const { apiKey, privateKey, webhookSecret } = credentials;
  const receiver = await openReceiver();

  /** Creates a payment with a hash of another program, has it paid, and returns the notification. */
  async function payWith(name: string, hash: (values: string[]) => Promise<string>): Promise<Received> {
    const wanted = {
      transactionReference: `Žürich № ${name}`,
      notifyUrl: `${receiver.url}/${encodeURIComponent(name)}`,
    };
    const { hashCheck: _, ...fields } = signedFields(credentials, wanted);
    const made = await ask(`${service.base}/payments/postpaymentrequest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', apikey: apiKey },
      body: JSON.stringify({ ...fields, hashCheck: await hash(Object.values(fields)) }),
    });
    assert.ok(made.body.paymentRequestId, made.text);
    await createMerchantOf(service.base, credentials).decide(made.body.paymentRequestId, 'success');
    const { pathname } = new URL(wanted.notifyUrl);
    return until(() => receiver.received.find(({ path }) => path === pathname));
  }

  for (const [name, language] of Object.entries(languages)) {
    test(`in ${name} are accepted, and only genuine messages verify`, async (t) => {
      if (!(await has(language))) return t.skip('this machine does not have it');
      await build(language);
      const program = (...args: string[]) => call([...language.run, ...args]);

      const { headers, body } = await payWith(name, (values) => program('hash', privateKey, ...values));
      const values = [...new URLSearchParams(body).values()].slice(0, 13);
      const hash = new URLSearchParams(body).get('Hash')!;
      const forged = values.map((value, index) => (index === 3 ? '9999.00' : value));
      const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
        (which) => headers[`webhook-${which}`] as string,
      ) as [string, string, string];
      const old = String(Number(timestamp) - 600);
      const key = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');
      const signed = `v1,${createHmac('sha256', key).update(`${id}.${old}.${body}`).digest('base64')}`;
      const said = await Promise.all([
        program('is-hash', hash.toUpperCase(), privateKey, ...values),
        program('is-hash', hash, privateKey, ...forged),
        program('is-hash', '', privateKey, ...values),
        program('is-signed', webhookSecret, id, timestamp, signature, body),
        program('is-signed', webhookSecret, id, timestamp, `v1,${'A'.repeat(43)}= ${signature}`, body),
        program('is-signed', webhookSecret, id, timestamp, signature, `${body} `),
        program('is-signed', webhookSecret, id, old, signed, body),
      ]);
      assert.deepEqual(said, ['true', 'false', 'false', 'true', 'true', 'false', 'false']);
      for (const { fields, digest } of vectors) {
        const texts = golden.hashes[0].order.map((field: string) => String(fields[field] ?? ''));
        assert.equal(await program('hash', golden.keys.privateKey, ...texts), digest);
      }
    });
  }

  test('by the SDK are those of the vectors, and only genuine messages verify', async () => {
    const sdk = JSON.stringify(resolve('sdk/src/index.ts'));
    await writeFile(join(folder, 'sdk.ts'), pieceOf('ts').replace("'@tefo/sdk'", sdk));
    const program = (...args: string[]) => call([process.execPath, 'sdk.ts', ...args]);
    for (const { fields, digest } of vectors)
      assert.equal(await program('hash', golden.keys.privateKey, JSON.stringify(fields)), digest);

    const { headers, body } = await payWith('SDK', async (values) => hashOf(...values, privateKey));
    const reported = JSON.stringify(headers);
    assert.equal(await program('notification', privateKey, body), 'Žürich № SDK');
    await assert.rejects(
      program('notification', privateKey, body.replace('25.00', '9999.00')),
      /SignatureError/,
    );
    await assert.rejects(program('webhook', webhookSecret, `${body} `, reported), /SignatureError/);
  });
});
