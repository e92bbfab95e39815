// Imports the files of bank folders in a process that a test kills: DATABASE, FOLDER, and the time.

import { answerFormats } from '../../src/app/bank-files.ts';
import { reactions } from '../../src/app/reactions.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { createLog } from '../../src/kernel/process/log.ts';
import { createKeyring } from '../../src/kernel/security/crypto.ts';
import { createFolderSweeps } from '../../src/rails/files/folder.ts';
import { createBankFileReader } from '../../src/rails/files/reading.ts';
import { testPolicy } from './policy.ts';
import { demoKeys } from './world.ts';

const [url, folder, now] = process.argv.slice(2) as [string, string, string];
const db = openPool(url, { max: 2 });
const reader = createBankFileReader();
const clock = manualClock(now);
const ctx = {
  ...{ db, clock, realClock: clock, keyring: createKeyring(demoKeys), policy: testPolicy },
  ...{ log: createLog('silent'), correlationId: 'test', actor: 'system' as const, reactions },
};
const [take] = createFolderSweeps({
  ...{ ctx, formats: answerFormats, reader, folder, everyMs: 2_000 },
});
await take!.run();
await reader.close();
await db.end();
