// `npm run vendor`: takes the API reference out of its package, as src/pages/assets/vendor/scalar/source.json names it.
// Installed with all that it depends on, the package is a quarter of a gigabyte; in the end it is this one file.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const run = promisify(execFile);
const home = 'src/pages/assets/vendor/scalar';
const source = JSON.parse(await readFile(join(home, 'source.json'), 'utf8'));

const directory = await mkdtemp(join(tmpdir(), 'tefo-vendor-'));
try {
  const wanted = `${source.package}@${source.version}`;
  const { stdout } = await run('npm', ['pack', wanted, '--json', '--pack-destination', directory]);
  const [told] = Object.values(JSON.parse(stdout)) as { filename: string; integrity: string }[];
  const { filename, integrity } = told!;
  const archive = join(directory, filename);
  const own = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (own !== integrity) throw new Error(`the archive of ${wanted} is not what the registry says`);
  await run('tar', ['-xzf', archive, '-C', directory]);
  const script = await readFile(join(directory, 'package', source.file));
  await writeFile(join(home, 'standalone.js.gz'), gzipSync(script, { level: 9 }));
  const sha256 = createHash('sha256').update(script).digest('hex');
  await writeFile(
    join(home, 'source.json'),
    `${JSON.stringify({ ...source, integrity, sha256 }, null, 2)}\n`,
  );
  console.log(`wrote ${home} from ${wanted}: ${script.length} bytes`);
} finally {
  await rm(directory, { recursive: true });
}
