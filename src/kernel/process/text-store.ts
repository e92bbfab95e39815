// A store for one text outside of the database: a file, or an address of another system.
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface TextStore {
  /** Returns the text; undefined if it is missing, or if an address accepts texts but does not return them. */
  read(): Promise<string | undefined>;
  /** Replaces the text; resolves when it will survive a power cut. */
  write(text: string): Promise<void>;
}

const answerMs = 10_000;

/** Opens the store at a path, or at an http address, which gets POST and GET. */
export function openTextStore(where: string): TextStore {
  return /^https?:\/\//.test(where) ? storeAtUrl(where) : storeInFile(where);
}

function storeInFile(path: string): TextStore {
  return {
    read: () =>
      readFile(path, 'utf8').catch((error) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    write: async (text) => {
      // A reader, even after a crash, finds the old text or the new one, complete.
      const draft = `${path}.${randomUUID()}.new`;
      try {
        await mkdir(dirname(path), { recursive: true });
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

function storeAtUrl(url: string): TextStore {
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
      throw new Error(`it returned ${status} to a GET`);
    },
    write: async (text) => {
      const headers = { 'content-type': 'application/json' };
      const { status } = await ask({ method: 'POST', headers, body: text });
      if (status < 200 || status > 299) throw new Error(`it returned ${status} to a POST`);
    },
  };
}
