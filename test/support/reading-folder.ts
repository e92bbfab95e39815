// Imports the files of bank folders in a process that a test kills: DATABASE, FOLDER, and the time.

import { answerFormats } from '../../src/app/bank-files.ts';
import { manualClock } from '../../src/kernel/clock.ts';
import { openPool } from '../../src/kernel/db/db.ts';
import { createFolderSweeps } from '../../src/rails/files/folder.ts';
import { createBankFileReader } from '../../src/rails/files/reading.ts';
import { contextOn } from './policy.ts';

const [url, folder, now] = process.argv.slice(2) as [string, string, string];
const db = openPool(url, { max: 2 });
const reader = createBankFileReader();
const ctx = contextOn(db, manualClock(now));
const [take] = createFolderSweeps({
  ...{ ctx, formats: answerFormats, reader, folder, everyMs: 2_000 },
});
await take!.run();
await reader.close();
await db.end();
