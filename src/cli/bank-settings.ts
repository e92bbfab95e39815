// The options of tefo bank add that are stored encrypted with the account.
import { readFile } from 'node:fs/promises';
import { readSftp, type SftpSettings } from '../rails/files/sftp/settings.ts';
import { asUsage, UsageError } from './command.ts';

/** Reads the encrypted settings of the account: those of its rail, and the access to its bank's server. */
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
  throw new UsageError('--settings must be a JSON file with the settings of the rail');
}

/** Returns the parsed JSON; undefined for invalid JSON, whose error message would quote a piece of it. */
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
  const parts = { key: 'sftpKey', hostKey: 'sftpHostKey', take: 'sftpTake', give: 'sftpGive' };
  if (url === undefined) {
    const lone = Object.values(parts).find((name) => text(name) !== undefined);
    if (lone) throw new UsageError('the --sftp-… options require --sftp');
    return undefined;
  }
  if (rail !== 'files') throw new UsageError('--sftp is only for accounts with the rail files');
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
