// Extracts the programs of docs/guides as a reader would.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

/** Returns the code blocks of a guide in one language, in order. */
export async function piecesOf(
  guide: string,
  language: 'js' | 'php' | 'sh' | 'sql' | 'yaml',
): Promise<string[]> {
  const text = await readFile(`docs/guides/${guide}.md`, 'utf8');
  const pieces = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  assert.ok(pieces.length > 0);
  return pieces.map(([, piece]) => piece!);
}
