// Reads texts from files or standard input.
import { readFile } from 'node:fs/promises';
import { fileReason } from '../kernel/process/files.ts';

/** Returns a file's text; "-" is standard input. Throws in words when the file cannot be read. */
export async function readInput(path: string): Promise<string> {
  if (path !== '-')
    return readFile(path, 'utf8').catch((error) => {
      throw new Error(`the file ${path} cannot be read: ${fileReason(error)}`);
    });
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
