// tefo ledger: the chain of journals. Its head is noted outside of the database; what was noted must stand later.
import { checkChain, formatHead, type Head, ledgerHead, parseHead } from '../core/ledger/actions.ts';
import { type Command, lines, print, readArgs, UsageError, withContext } from './command.ts';
import { withProgress } from './progress.ts';

const headRecord = (head: Head) => ({
  head: formatHead(head),
  position: head.position,
  hash: head.hash.toString('hex'),
});

export const ledgerHeadCommand: Command = {
  usage: 'ledger head',
  about:
    'The end of the ledger’s chain, as POSITION:HASH: note it where nobody who changes the database can.',
  run: async (args) => {
    const { values } = readArgs(args, []);
    const { linkedAt, waiting, ...head } = await withContext(({ db }) => ledgerHead(db));
    const record = { ...headRecord(head), linkedAt: linkedAt?.toISOString() ?? null, waiting };
    print(values.json, record, () => [record.head]);
  },
};

export const ledgerVerify: Command = {
  usage: 'ledger verify [--head POSITION:HASH]',
  about: 'Recompute the ledger’s chain, and name every journal that was changed since it was linked.',
  more: 'With a head that was noted before, also what only looks right by itself is found: a chain that was made anew, or cut short.',
  run: async (args) => {
    const { values } = readArgs(args, [], { head: { type: 'string' } });
    const noted = readHead(values.head);
    const { head, findings } = await withContext(async ({ db }) => {
      const { position: links } = await ledgerHead(db);
      let reached = 0;
      return withProgress(
        values.json === true,
        () => `${reached} of ${links} links`,
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
        ? lines({ links: `${head.position}, all as they were linked`, head: formatHead(head) })
        : findings.map(({ rule, object, detail }) => `${rule}  ${object}  ${detail}`),
    );
    return isSound ? 0 : 1;
  },
};

function readHead(value: string | boolean | undefined): Head | undefined {
  if (value === undefined) return undefined;
  const head = parseHead(String(value));
  if (!head)
    throw new UsageError('--head is what `tefo ledger head` prints: POSITION:HASH, 64 hexadecimal digits');
  return head;
}
