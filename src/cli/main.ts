// The command `tefo`: finds the command that was named, runs it, and says how it ended in its exit code:
// 0 done, 1 refused, 2 called wrongly.
import { ConfigError } from '../config.ts';
import { DomainError } from '../core/errors.ts';
import { explainFailure, startTefo } from '../main.ts';
import { checkCommand } from './check.ts';
import { type Command, UsageError } from './command.ts';
import { depositAllocate, depositList, depositPark, depositReturn, depositSplit } from './deposits.ts';
import { hashExplain } from './hash.ts';
import {
  clientCreate,
  clientRotate,
  credentialsCommand,
  merchantCreate,
  merchantList,
  merchantShow,
  secretRotate,
  siteCreate,
  siteSet,
} from './merchants.ts';
import { migrateCommand } from './migrate.ts';
import { payoutApprove } from './payouts.ts';
import { snapshotDelete, snapshotList, snapshotRestore, snapshotSave } from './snapshots.ts';

const commands: Record<string, Command> = {
  start: { usage: 'start', about: 'Start the service.', run: async () => startTefo() },
  migrate: migrateCommand,
  check: checkCommand,
  credentials: credentialsCommand,
  'merchant create': merchantCreate,
  'merchant list': merchantList,
  'merchant show': merchantShow,
  'site create': siteCreate,
  'site set': siteSet,
  'client create': clientCreate,
  'client rotate': clientRotate,
  'secret rotate': secretRotate,
  'payout approve': payoutApprove,
  'snapshot save': snapshotSave,
  'snapshot restore': snapshotRestore,
  'snapshot list': snapshotList,
  'snapshot delete': snapshotDelete,
  'hash explain': hashExplain,
  'deposit list': depositList,
  'deposit allocate': depositAllocate,
  'deposit split': depositSplit,
  'deposit return': depositReturn,
  'deposit park': depositPark,
};

function usage(): string {
  const width = Math.max(...Object.values(commands).map((command) => command.usage.length)) + 2;
  const lines = Object.values(commands).map(
    (command) => `  tefo ${command.usage.padEnd(width)}${command.about}`,
  );
  return ['Usage:', ...lines, '', 'All commands take --json.', ''].join('\n');
}

async function main(args: string[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith('-'));
  if (words.length === 0 || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage());
    return words.length === 0 && !args.some((arg) => arg === '--help' || arg === '-h') ? 2 : 0;
  }
  const length = commands[words.slice(0, 2).join(' ')] ? 2 : 1;
  const command = commands[words.slice(0, length).join(' ')];
  if (!command) throw new UsageError(`there is no command ${words.slice(0, 2).join(' ')}; see tefo --help`);
  const named = words.slice(0, length);
  const rest = args.filter((arg) => {
    const index = named.indexOf(arg);
    if (index >= 0) named.splice(index, 1);
    return index < 0;
  });
  const code = await command.run(rest);
  return typeof code === 'number' ? code : 0;
}

main(process.argv.slice(2)).then(
  // The service keeps running after its command has ended.
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    const isUsage =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    const isExplained = error instanceof DomainError || error instanceof ConfigError;
    const text = isUsage || isExplained ? (error as Error).message : explainFailure(error);
    process.stderr.write(`tefo: ${text}\n`);
    process.exit(isUsage ? 2 : 1);
  },
);
