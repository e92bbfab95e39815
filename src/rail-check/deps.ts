// What the suite gives a rail in place of the service.
import { setTimeout as pause } from 'node:timers/promises';
import { type RailAccount, type RailDeps, railErrors } from '../core/rail-modules.ts';
import type { Clock } from '../kernel/clock.ts';
import { createLog, withoutRedaction } from '../kernel/process/log.ts';
import type { Heard } from './stage.ts';
import { secrets } from './stage.ts';

export const newHeard = (): Heard => ({ deposits: [], answers: [], refusals: 0 });

/** A log that nobody sees: `hear` gets each line. It redacts nothing, so that what is said is heard. */
export const listeningLog = (hear: (line: string) => void) =>
  withoutRedaction(createLog('trace', { write: hear }));

export function railAccount(id: string, settings: Record<string, unknown> | undefined): RailAccount {
  return {
    id,
    holder: 'Rail Check (Pty) Ltd',
    number: secrets.ownNumber,
    branchCode: '250655',
    settings: { key: secrets.key, ...settings },
  };
}

export interface Making {
  account: string;
  clock: Clock;
  folder: string;
  heard: Heard;
  /** Settings that the counterpart has named. */
  settings: () => Record<string, unknown> | undefined;
  hear(line: string): void;
}

export function depsFor({ account, clock, folder, heard, settings, hear }: Making): RailDeps {
  const taking = async () => {
    await pause(0);
    if (heard.refusals === 0) return;
    heard.refusals -= 1;
    throw new Error('the service could not take it just now');
  };
  return {
    clock: { now: () => clock.now() },
    log: listeningLog(hear),
    publicUrl: 'http://localhost:8420',
    folder,
    errors: railErrors,
    account: async (id) => {
      await pause(0);
      return id === account ? railAccount(id, settings()) : undefined;
    },
    onTransferAnswer: async (id, answer) => {
      await taking();
      heard.answers.push({ id, answer });
    },
    onDeposit: async (deposit) => {
      await taking();
      heard.deposits.push(deposit);
    },
    onAnswer: taking,
  };
}
