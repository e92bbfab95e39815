// tefo ledger: the hash chain of journals. Its head is exported; the ledger must contain every exported head.

import {
  checkChain,
  findNote,
  formatHead,
  type Head,
  ledgerHead,
  noteKeys,
  parseHead,
} from '../core/ledger/actions.ts';
import { paint } from '../kernel/process/terminal.ts';
import { firstOf } from '../kernel/required.ts';
import { createKeyring, type Keyring } from '../kernel/security/crypto.ts';
import { UsageError, type Work } from './command.ts';
import { commandConfig } from './config.ts';
import { withContext } from './context.ts';
import { lines, print, table } from './output.ts';
import { withProgress } from './progress.ts';

const headRecord = (head: Head) => ({
  head: formatHead(head),
  position: head.position,
  hash: head.hash.toString('hex'),
});

export const ledgerHeadCommand: Work = async ({ values }) => {
  if (values.publicKey) {
    const keys = noteKeys(createKeyring(commandConfig().masterKeys));
    return print(values.json, keys, () => firstOf(keys).publicKey.trim().split('\n'));
  }
  const { linkedAt, waiting, ...head } = await withContext(({ db }) => ledgerHead(db));
  const record = { ...headRecord(head), linkedAt: linkedAt?.toISOString() ?? null, waiting };
  print(values.json, record, () => [record.head]);
};

export const ledgerVerify: Work = async ({ values }) => {
  const { head, findings } = await withContext(async ({ db, keyring }) => {
    const noted = await readHead(keyring, values.head);
    const { position: links } = await ledgerHead(db);
    let reached = 0;
    return withProgress(
      values.json === true,
      () => ({ what: `${reached} of ${links} links`, done: reached, of: links }),
      () =>
        checkChain(db, {
          noted,
          onProgress: (position) => {
            reached = position;
          },
        }),
    );
  });
  const isSound = findings.length === 0;
  print(values.json, { ok: isSound, ...headRecord(head), findings }, () =>
    isSound
      ? lines({ links: `${head.position}, all unchanged`, head: formatHead(head) })
      : table(findings.map(({ rule, object, detail }) => [paint('bad', rule), object, detail])),
  );
  return isSound ? 0 : 1;
};

async function readHead(keyring: Keyring, value: string | boolean | undefined): Promise<Head | undefined> {
  if (value === undefined) return undefined;
  const where = String(value);
  const head =
    parseHead(where) ?? (await findNote(keyring, where).catch((error) => refuse(where, error.message)));
  return head ?? refuse(where, 'there is no exported head');
}

function refuse(where: string, reason: string): never {
  throw new UsageError(
    `--head must be POSITION:HASH as printed by \`tefo ledger head\`, or the place to which the service exports it; ${where}: ${reason}`,
  );
}
