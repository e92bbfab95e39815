// A place outside of the database where one text is kept: a file, or an address of somebody else's.
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface TextStore {
  /** What is there; undefined where nothing is, or where an address takes texts and does not give them back. */
  read(): Promise<string | undefined>;
  /** Puts a text there in place of the one before; resolves when it will survive a power cut. */
  write(text: string): Promise<void>;
}

const answerMs = 10_000;

/** The place of a path, or of an http address, which is posted to and asked by GET. */
export function openTextStore(where: string): TextStore {
  return /^https?:\/\//.test(where) ? placeAt(where) : placeOf(where);
}

function placeOf(path: string): TextStore {
  return {
    read: () =>
      readFile(path, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    write: async (text) => {
      // Whoever reads meanwhile, or after a crash, finds the old text or the new one, whole.
      const draft = `${path}.${randomUUID()}.new`;
      try {
        await put(draft, text);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      const folder = await open(dirname(path));
      await folder.sync().finally(() => folder.close());
    },
  };
}

async function put(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function placeAt(url: string): TextStore {
  const ask = async (init: RequestInit): Promise<{ status: number; text: string }> => {
    try {
      const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerMs) });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      const { cause, message } = error as { cause?: { message?: string }; message: string };
      throw new Error(`it cannot be reached: ${cause?.message || message}`);
    }
  };
  return {
    read: async () => {
      const { status, text } = await ask({ headers: { accept: 'application/json' } });
      if (status === 200) return text;
      if ([204, 404, 405, 501].includes(status)) return undefined;
      throw new Error(`it answered ${status} to a GET`);
    },
    write: async (text) => {
      const headers = { 'content-type': 'application/json' };
      const { status } = await ask({ method: 'POST', headers, body: text });
      if (status < 200 || status > 299) throw new Error(`it answered ${status} to a POST`);
    },
  };
}
