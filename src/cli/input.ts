// Texts that a command reads rather than has typed after it.
import { readFile } from 'node:fs/promises';

/** The text of a file; "-" is standard input. */
export async function readInput(path: string): Promise<string> {
  if (path !== '-') return readFile(path, 'utf8');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
