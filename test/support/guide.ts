// The programs of docs/guides, as a reader takes them out.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

/** The pieces of a guide that are written in a language, in their order. */
export async function piecesOf(
  guide: string,
  language: 'js' | 'php' | 'sh' | 'sql' | 'yaml',
): Promise<string[]> {
  const text = await readFile(`docs/guides/${guide}.md`, 'utf8');
  const pieces = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  assert.ok(pieces.length > 0);
  return pieces.map(([, piece]) => piece!);
}
