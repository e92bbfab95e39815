// long: compilers take a minute; test/php.test.ts checks the syntax of the PHP samples, test/docs.test.ts runs those of the shell.
// Every Python, Java, Go and C# sample of the reference compiles, in each language that this machine has a compiler for.
// `node test/samples/run.ts` runs them.

import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { loadConfig } from '../src/app/config.ts';
import { writeDocuments } from '../src/app/documents.ts';
import type { Documents } from '../src/pages/docs/model.ts';
import { withSamples } from '../src/pages/docs/samples/index.ts';
import { openFolder } from './support/opening.ts';

interface Compiler {
  lang: string;
  /** Succeeds where the machine has the compiler. */
  probe: readonly [program: string, argument: string];
  /** The file of a sample, from its number. */
  file: (number: number) => string;
  /** Puts a sample into a namespace of its own, so that one call compiles all of them. */
  apart?: (source: string, number: number) => string;
  compile: (files: readonly string[]) => string[];
}

const compilers: readonly Compiler[] = [
  {
    lang: 'Python',
    probe: ['python3', '--version'],
    file: (number) => `sample${number}.py`,
    compile: (files) => ['python3', '-m', 'py_compile', ...files],
  },
  {
    lang: 'Java',
    probe: ['javac', '-version'],
    file: (number) => `s${number}/Sample.java`,
    apart: (source, number) => `package s${number};\n${source}`,
    compile: (files) => ['javac', '-d', 'classes', ...files],
  },
  {
    lang: 'Go',
    probe: ['go', 'version'],
    file: (number) => `sample${number}/main.go`,
    compile: () => ['go', 'vet', './...'],
  },
  {
    lang: 'C#',
    probe: ['mcs', '--version'],
    file: (number) => `Sample${number}.cs`,
    apart: (source, number) => `namespace S${number} {\n${source}\n}\n`,
    compile: (files) => ['mcs', '-t:library', '-r:System.Net.Http.dll', '-out:samples.dll', ...files],
  },
];

function isMissing([program, argument]: Compiler['probe']): string | false {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return false;
  } catch {
    return `there is no ${program} on this machine`;
  }
}

const documents = withSamples(writeDocuments(loadConfig({})) as Record<string, object> as Documents, true);
const operations = Object.values(documents).flatMap(({ paths }) =>
  Object.values(paths).flatMap((methods) => Object.values(methods)),
);

describe('every sample of the reference compiles', () => {
  for (const { lang, probe, file, apart, compile } of compilers)
    test(lang, { skip: isMissing(probe) }, async () => {
      const folder = await openFolder('compilers');
      await writeFile(join(folder, 'go.mod'), 'module samples\n');
      const files: string[] = [];
      for (const [number, operation] of operations.entries()) {
        const sample = operation['x-codeSamples']?.find((one) => one.lang === lang);
        assert.ok(sample, `${operation.operationId} has no sample in ${lang}`);
        const path = file(number);
        await mkdir(join(folder, path, '..'), { recursive: true });
        await writeFile(join(folder, path), apart?.(sample.source, number) ?? sample.source);
        files.push(path);
      }
      const [program, ...args] = compile(files);
      assert.ok(program && files.length > 80);
      await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 2 ** 24 }).catch((error) =>
        assert.fail(`${program}: ${error.stdout}${error.stderr}`),
      );
    });
});
