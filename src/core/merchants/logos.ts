// Logos: an upload is checked before it is decoded, and only a new encoding of its pixels is stored.

import { limitConcurrency } from '../../kernel/concurrency/semaphore.ts';
import { createThreads, OverBudget } from '../../kernel/concurrency/thread-pool.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import { invalidField } from '../invalid-field.ts';
import type { LogoResult } from './logo-work.ts';

/** The largest accepted file, in bytes. */
export const mostLogoBytes = 512 * 1024;
/** In milliseconds: many times the time for the largest image, including the start of its thread. */
const budgetMs = 20_000;
const memoryMb = 256;

export interface Logo {
  /** The hash of its content, which is its address. */
  hash: string;
  /** In px. */
  width: number;
  height: number;
}

// Logos are set once in years: the thread lives for one, and no process keeps unused decoders.
const inTurn = limitConcurrency(1);

/** Returns the logo created from an uploaded file. Throws InvalidField with the rule that the file breaks. */
export async function readLogo(file: Buffer): Promise<Logo & { png: Buffer }> {
  if (file.length > mostLogoBytes) refuse(`must have at most ${mostLogoBytes / 1024} kB`);
  const result = await inTurn(() => inThread(file));
  if ('refused' in result) return refuse(result.refused);
  const png = Buffer.from(result.png);
  return { hash: sha256Hex(png).slice(0, 32), width: result.width, height: result.height, png };
}

async function inThread(file: Buffer): Promise<LogoResult> {
  const threads = createThreads({ file: new URL('./logo-work.ts', import.meta.url), threads: 1, memoryMb });
  try {
    return await threads.run<LogoResult>('work', file, budgetMs);
  } catch (error) {
    if (error instanceof OverBudget) return { refused: 'takes too long to read' };
    throw error;
  } finally {
    await threads.close();
  }
}

function refuse(rule: string): never {
  throw invalidField('logo', `logo ${rule}`);
}
