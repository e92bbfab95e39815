// The project's files for the checks: those that git tracks or would track.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const outside = /^(node_modules|\.git|\.tefo|coverage)\//;

/** Paths relative to the project's root, sorted, with forward slashes. */
export async function sources(): Promise<string[]> {
  const listed = await promisify(execFile)('git', [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
  ])
    .then(({ stdout }) => stdout.split('\0'))
    // Without git (an unpacked archive) every file counts.
    .catch(() => readdir('.', { recursive: true }));
  return [...new Set(listed.map((file) => file.replaceAll('\\', '/')))]
    .filter((file) => file !== '' && !outside.test(file) && existsSync(file))
    .sort();
}
