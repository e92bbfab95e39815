// The dependencies that the suite passes to a rail in place of the service.
import { setTimeout as pause } from 'node:timers/promises';
import { type RailAccount, type RailDeps, railErrors } from '../core/rail-modules.ts';
import type { Clock } from '../kernel/clock.ts';
import { createLog, withoutRedaction } from '../kernel/process/log.ts';
import type { Received } from './stage.ts';
import { secrets } from './stage.ts';

export const newReceived = (): Received => ({ deposits: [], answers: [], refusals: 0 });

/** A log that passes each line to `record` without redaction, so that the suite finds leaked secrets. */
export const capturingLog = (record: (line: string) => void) =>
  withoutRedaction(createLog('trace', { write: record }));

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
  received: Received;
  /** The account's settings from the counterpart; undefined if it has none. */
  settings: () => Record<string, unknown> | undefined;
  record(line: string): void;
}

export function depsFor({ account, clock, folder, received, settings, record }: Making): RailDeps {
  const taking = async () => {
    await pause(0);
    if (received.refusals === 0) return;
    received.refusals -= 1;
    throw new Error('the service is temporarily unavailable');
  };
  return {
    clock: { now: () => clock.now() },
    log: capturingLog(record),
    publicUrl: 'http://localhost:8420',
    folder,
    errors: railErrors,
    account: async (id) => {
      await pause(0);
      return id === account ? railAccount(id, settings()) : undefined;
    },
    onTransferAnswer: async (id, answer) => {
      await taking();
      received.answers.push({ id, answer });
    },
    onDeposit: async (deposit) => {
      await taking();
      received.deposits.push(deposit);
    },
    onAnswer: taking,
  };
}
