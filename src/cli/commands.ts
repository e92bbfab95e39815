// The table of commands, in groups as the help shows them: first what a newcomer does, in its order.
import { startTefo } from '../main.ts';
import { checkCommand } from './check.ts';
import { clientCreate, clientDisable, clientEnable, clientRotate } from './clients.ts';
import { clockCommand } from './clock.ts';
import { type Command, readArgs } from './command.ts';
import { completionOf } from './completion.ts';
import { depositAllocate, depositList, depositPark, depositReturn, depositSplit } from './deposits.ts';
import { examCommand } from './exam/command.ts';
import { explainCommand } from './explain.ts';
import { fixturesLoad } from './fixtures/command.ts';
import { hashExplain } from './hash/command.ts';
import { keysList, keysReseal } from './keys.ts';
import { ledgerHeadCommand, ledgerVerify } from './ledger.ts';
import { listenCommand } from './listen/command.ts';
import { logsCommand } from './logs/command.ts';
import {
  credentialsCommand,
  merchantCreate,
  merchantList,
  merchantShow,
  siteCreate,
  siteSet,
  siteShow,
} from './merchants.ts';
import { migrateCommand } from './migrate.ts';
import { payCommand } from './pay.ts';
import { payoutApprove, payoutDecline } from './payouts.ts';
import { resendCommand } from './resend.ts';
import { restoreBegin, restoreRelease, restoreStatusCommand } from './restore.ts';
import { secretList, secretRevoke, secretRotate } from './secrets.ts';
import { snapshotDelete, snapshotList, snapshotRestore, snapshotSave } from './snapshots.ts';
import { triggerCommand } from './trigger/command.ts';

export interface Group {
  title: string;
  /** By their names: one word or two. */
  commands: Record<string, Command>;
}

export const groups: Group[] = [
  {
    title: 'First steps',
    commands: {
      start: {
        usage: 'start [--seed TEXT] [--transcript FILE]',
        about: 'Start everything: the service, a database, a demo merchant, a simulated bank.',
        more: 'With a seed it begins with nothing and does the same again: as often as the same requests are made one after the other, they get the same ids, secrets, times and answers, and lead to the same notifications. Commands that shall find it need TEFO_SEED. The transcript takes down every answer and every notification, a line of JSON each; those of two such runs are alike to the byte.',
        run: async (args) => {
          const { values } = readArgs(args, [], { seed: { type: 'string' }, transcript: { type: 'string' } });
          const { seed, transcript } = values as { seed?: string; transcript?: string };
          return startTefo({ TEFO_SEED: seed, TEFO_TRANSCRIPT_FILE: transcript });
        },
      },
      listen: listenCommand,
      trigger: triggerCommand,
      logs: logsCommand,
      explain: explainCommand,
      exam: examCommand,
      'hash explain': hashExplain,
    },
  },
  {
    title: 'Sandbox',
    commands: {
      credentials: credentialsCommand,
      pay: payCommand,
      clock: clockCommand,
      'fixtures load': fixturesLoad,
      'snapshot save': snapshotSave,
      'snapshot restore': snapshotRestore,
      'snapshot list': snapshotList,
      'snapshot delete': snapshotDelete,
      resend: resendCommand,
    },
  },
  {
    title: 'Merchants and their sites',
    commands: {
      'merchant create': merchantCreate,
      'merchant list': merchantList,
      'merchant show': merchantShow,
      'site create': siteCreate,
      'site set': siteSet,
      'site show': siteShow,
      'client create': clientCreate,
      'client rotate': clientRotate,
      'client disable': clientDisable,
      'client enable': clientEnable,
      'secret list': secretList,
      'secret rotate': secretRotate,
      'secret revoke': secretRevoke,
    },
  },
  {
    title: 'Money that waits for a person',
    commands: {
      'payout approve': payoutApprove,
      'payout decline': payoutDecline,
      'deposit list': depositList,
      'deposit allocate': depositAllocate,
      'deposit split': depositSplit,
      'deposit return': depositReturn,
      'deposit park': depositPark,
    },
  },
  {
    title: 'Operation',
    commands: {
      check: checkCommand,
      'ledger head': ledgerHeadCommand,
      'ledger verify': ledgerVerify,
      'keys list': keysList,
      'keys reseal': keysReseal,
      'restore begin': restoreBegin,
      'restore status': restoreStatusCommand,
      'restore release': restoreRelease,
      migrate: migrateCommand,
      completion: completionOf(() => commands),
    },
  },
];

/** Every command by its name. */
export const commands: Record<string, Command> = Object.assign(
  Object.create(null),
  ...groups.map((group) => group.commands),
);
