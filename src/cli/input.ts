// Texts that a command reads rather than has typed after it.
import { readFile } from 'node:fs/promises';
import { fileReason } from '../kernel/process/files.ts';

/** The text of a file; "-" is standard input. Throws in words where the file cannot be read. */
export async function readInput(path: string): Promise<string> {
  if (path !== '-')
    return readFile(path, 'utf8').catch((error) => {
      throw new Error(`the file ${path} cannot be read: ${fileReason(error)}`);
    });
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
