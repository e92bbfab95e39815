// A payment file goes to the bank once, whatever breaks at which call: before it was done, or after.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createLog } from '../../../kernel/process/log.ts';
import type { Remote } from '../../../kernel/sftp/connection.ts';
import { leftAlone } from '../placing.ts';
import { Troubles } from '../troubles.ts';
import { recall } from './memory.ts';
import { giveNew } from './mirror.ts';

const root = await mkdtemp(join(tmpdir(), 'tefo-mirror-'));
after(() => rm(root, { recursive: true }));
const size = 5;
let folders = 0;

interface Bank {
  files: Map<string, number>;
  /** How often it has taken a whole payment file away. */
  picked: number;
  renames: boolean;
}

/** The bank takes the files that have their final names. */
function pickUp(bank: Bank): void {
  for (const [path, bytes] of bank.files)
    if (!leftAlone.test(path) && bytes === size && bank.files.delete(path)) bank.picked += 1;
}

/** A bank's server whose call number `breaks` fails, and every later one: before or after it has done its work. */
function remoteOf(bank: Bank, breaks: number, isAfter: boolean, isPicking: boolean): Remote {
  let calls = 0;
  const call = async <T>(work: () => T, half: () => void = () => {}): Promise<T> => {
    calls += 1;
    if (calls > breaks || (calls === breaks && !isAfter)) {
      if (calls === breaks) half();
      throw new Error('the connection ended');
    }
    const done = work();
    if (isPicking) pickUp(bank);
    if (calls === breaks) throw new Error('the connection ended');
    return done;
  };
  const found = (path: string) => {
    const bytes = bank.files.get(path);
    return bytes === undefined ? undefined : { size: bytes, changedAt: 0 };
  };
  return {
    list: () => call(() => []),
    stat: (path) => call(() => found(path)),
    read: () => call(() => {}),
    write: (_from, path, bytes) =>
      call(
        () => void bank.files.set(path, bytes),
        () => bank.files.set(path, bytes - 2),
      ),
    rename: (from, to) =>
      call(() => {
        if (!bank.renames || bank.files.has(to) || !bank.files.has(from)) throw new Error('Failure');
        bank.files.set(to, bank.files.get(from)!);
        bank.files.delete(from);
      }),
    remove: (path) => call(() => void bank.files.delete(path)),
    close: async () => {},
  };
}

const faults = fc.array(fc.record({ breaks: fc.integer({ min: 1, max: 9 }), isAfter: fc.boolean() }), {
  maxLength: 4,
});

const warned: { file?: string; reason?: string }[] = [];
const log = createLog('silent');
log.warn = ((facts: object) => void warned.push(facts)) as never;

async function play(bank: Bank, broken: { breaks: number; isAfter: boolean }[], isPicking: boolean) {
  const troubles = new Troubles();
  folders += 1;
  const own = join(root, String(folders));
  await mkdir(join(own, 'out'), { recursive: true });
  await writeFile(join(own, 'out', 'TEFO1.xml'), 'bytes');
  // A run begins with the stored state of the last one: as after a kill.
  const look = async (breaks: number, isAfter: boolean) =>
    giveNew({
      remote: remoteOf(bank, breaks, isAfter, isPicking),
      folders: { take: 'out', give: 'in' },
      own,
      memory: await recall(own),
      mostMb: 1,
      troubles,
      log,
      assertAlone: async () => {},
    });
  for (const { breaks, isAfter } of broken) await look(breaks, isAfter).catch(() => {});
  for (let more = 0; more < 3; more += 1) await look(Number.POSITIVE_INFINITY, false);
  pickUp(bank);
  return (await recall(own)).given.get('TEFO1.xml');
}

test('exactly once, if the server renames, and whether or not the bank takes files away at once', async () => {
  await fc.assert(
    fc.asyncProperty(faults, fc.boolean(), async (broken, isPicking) => {
      const bank: Bank = { files: new Map(), picked: 0, renames: true };
      assert.equal(await play(bank, broken, isPicking), 'given');
      assert.equal(bank.picked, 1);
      assert.deepEqual([...bank.files], []);
    }),
    { numRuns: 60 },
  );
});

test('never twice if the server renames nothing, and an unknown result is reported', async () => {
  await fc.assert(
    fc.asyncProperty(faults, fc.boolean(), async (broken, isPicking) => {
      const bank: Bank = { files: new Map(), picked: 0, renames: false };
      const given = await play(bank, broken, isPicking);
      assert.ok(
        given === 'given' ? bank.picked === 1 : given === 'unsure' && bank.picked <= 1,
        String(given),
      );
    }),
    { numRuns: 60 },
  );
});

test('another file of that name is not written over, and is passed over for a while', async () => {
  const bank: Bank = { files: new Map([['in/TEFO1.xml', 3]]), picked: 0, renames: true };
  warned.length = 0;
  assert.equal(await play(bank, [], false), undefined);
  assert.deepEqual([...bank.files], [['in/TEFO1.xml', 3]]);
  const reason = 'in/TEFO1.xml on the server is another file: 3 bytes, not 5';
  assert.deepEqual(
    warned.map((one) => [one.file, one.reason]),
    [
      ['TEFO1.xml', reason],
      ['TEFO1.xml', reason],
    ],
  );
});

test('stored state is never guessed', async () => {
  const own = join(root, 'damaged');
  await mkdir(own);
  await writeFile(join(own, '.sftp.json'), '{"taken":[');
  await assert.rejects(recall(own), /\.sftp\.json cannot be read/);
});
