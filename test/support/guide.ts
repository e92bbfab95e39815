// Extracts the programs of docs/guides as a reader would.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { untilDocsAreMade } from './merchant.ts';
import type { TestService } from './running.ts';

/** Returns the code blocks of a guide in one language, in order. */
export async function piecesOf(
  guide: string,
  language: 'console' | 'js' | 'php' | 'sql' | 'ts' | 'yaml',
): Promise<string[]> {
  const text = await readFile(`docs/guides/${guide}.md`, 'utf8');
  const pieces = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  assert.ok(pieces.length > 0);
  return pieces.map(([, piece]) => piece!);
}

/** Returns the `sh` blocks of a page of the documentation as it is served, as one script. */
export async function servedScript(page: string): Promise<string> {
  await untilDocsAreMade(new URL(page).origin);
  const answer = await fetch(page);
  assert.equal(answer.status, 200, page);
  const text = await answer.text();
  const blocks = [...text.matchAll(/<pre><code class="language-sh">(.*?)<\/code><\/pre>/gs)];
  return blocks
    .map(([, block]) => block!.replaceAll(/<\/?span[^>]*>/g, ''))
    .join('\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Returns the rail that docs/guides/rails.md shows, as a reader would copy it. */
export async function exampleRail(): Promise<string> {
  const text = await readFile('docs/guides/rails.md', 'utf8');
  const [, between = ''] = /^<!-- rail: example -->\n(.*?)^<!-- end of rail -->$/ms.exec(text) ?? [];
  const [, program] = /^```js\n(.*?)^```$/ms.exec(between) ?? [];
  assert.ok(program && between.split('\n').length <= 101, 'the rail of the guide has at most 100 lines');
  return program;
}

/** Returns the settings of commands for a service. */
export const settingsOf = ({ config, databaseUrl }: Pick<TestService, 'config' | 'databaseUrl'>) => ({
  TEFO_DATA_DIR: config.dataDir,
  TEFO_PORT: String(config.port),
  DATABASE_URL: databaseUrl,
});

/** Returns the environment of a shell for a service. */
export const environmentOf = (home: string, opened: Pick<TestService, 'config' | 'databaseUrl'>) => ({
  PATH: [home, dirname(process.execPath), process.env.PATH].join(delimiter),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...settingsOf(opened),
});
