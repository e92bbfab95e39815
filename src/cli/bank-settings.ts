// The options of tefo bank add that are kept sealed with the account.
import { readFile } from 'node:fs/promises';
import { readSftp, type SftpSettings } from '../rails/files/sftp/settings.ts';
import { asUsage, UsageError } from './command.ts';

/** Reads what is kept sealed with the account: its rail's settings, and how its bank's server is reached. */
export async function readSettings(
  rail: string,
  text: (name: string) => string | undefined,
): Promise<object | null> {
  const file = text('settings');
  const settings = file === undefined ? undefined : readObject(await readFile(file, 'utf8'));
  const sftp = await readServer(rail, text);
  return settings || sftp ? { ...settings, ...(sftp && { sftp }) } : null;
}

function readObject(text: string): object {
  const settings = parsed(text);
  if (typeof settings === 'object' && settings !== null) return settings;
  throw new UsageError('--settings is a file of JSON with the settings of the rail');
}

/** Returns what a text of JSON says; undefined for another text, whose fault would be told with a piece of it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readServer(
  rail: string,
  text: (name: string) => string | undefined,
): Promise<SftpSettings | undefined> {
  const url = text('sftp');
  const parts = { key: 'sftp-key', hostKey: 'sftp-host-key', take: 'sftp-take', give: 'sftp-give' };
  if (url === undefined) {
    const lone = Object.values(parts).find((name) => text(name) !== undefined);
    if (lone) throw new UsageError(`--${lone} needs --sftp`);
    return undefined;
  }
  if (rail !== 'files') throw new UsageError('--sftp is for accounts of the rail files');
  const keyFile = text(parts.key);
  const key = keyFile === undefined ? undefined : await readFile(keyFile, 'utf8');
  try {
    return readSftp({
      ...{ url, key, hostKey: text(parts.hostKey) },
      ...{ take: text(parts.take), give: text(parts.give) },
    });
  } catch (error) {
    return asUsage(error);
  }
}
