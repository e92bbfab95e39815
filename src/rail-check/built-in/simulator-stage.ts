// A stage for the simulated bank: the rail's connection has injected faults, and the bank's own has none.
import { banksIn } from '../../core/banks.ts';
import type { BankPayment, Counterpart } from '../../core/rail-modules.ts';
import { abilities, type TransferOrder } from '../../core/rails.ts';
import { minuteMs } from '../../kernel/clock.ts';
import type { Sql } from '../../kernel/db/db.ts';
import {
  createSimulator,
  type Faults,
  noFaults,
  type Simulator,
  type SimulatorOptions,
} from '../../rails/simulator/index.ts';
import { depsFor } from '../deps.ts';
import { patient } from '../patience.ts';
import type { Stage } from '../stage.ts';
import type { Watch } from '../watch.ts';
import { dyingAt } from './dying.ts';
import { lingering, openService, type ServiceParts } from './parts.ts';

const account = 'simulator';

export async function openSimulatorStage(parts: ServiceParts, watch: Watch): Promise<Stage> {
  const service = await openService(parts, watch);
  const { ctx, clock, received } = service;
  const record = (line: string) => void watch.said.push(line);
  const { log, onAnswer, onDeposit, onTransferAnswer } = depsFor({
    ...{ account, clock, folder: '', received, settings: () => undefined, record },
  });
  let faults: Faults = noFaults;
  const make = (db: Sql, more: Partial<SimulatorOptions> = {}): Simulator =>
    createSimulator({
      ...{ db, clock, log, onAnswer, onDeposit, onTransferAnswer },
      publicUrl: 'http://localhost:8420',
      frame: ({ body }) => String(body),
      banks: banksIn('staging'),
      ...more,
    });
  const bank = make(ctx.db);
  const line = { of: () => faults, closedFor: () => [] };
  const open = () => patient(make(ctx.db, { faults: line }).rail, 'the rail', record);
  const sweep = async (name: string) => void (await bank.sweeps.find((one) => one.name === name)!.run());
  const counterpart: Counterpart = {
    payments: async () => {
      await sweep('bank.transfers');
      const found: BankPayment[] = [];
      for await (const { id, amount, outcome } of bank.rail.transfers.since!({ account, since: new Date(0) }))
        found.push({ id, amount, outcome });
      return found;
    },
    decide: async (id, outcome) => {
      if (outcome === 'pending') {
        const { outcome: stands } = await bank.rail.transfers.enquire({ account, id, merchantId: null });
        if (stands !== 'pending') throw new Error(`the transfer is ${stands}`);
        return;
      }
      await bank.decideTransfer(id, outcome);
      await sweep('bank.callbacks');
    },
    fail: async (how) => {
      faults = { ...noFaults, down: how === 'down', timeoutAfterCommit: how === 'lost' };
    },
    deposit: payingInto(bank),
  };
  const stage: Stage = {
    ...{ clock, account, received, counterpart, abilities: [...abilities], beyond: {} },
    rail: open(),
    restart: async () => {
      stage.rail = open();
    },
    cutShort: async (order, nth) => {
      const dying = dyingAt(ctx.db, nth);
      await make(dying.db, { faults: line })
        .rail.transfers.transfer(order)
        .catch(() => {});
      return dying.places();
    },
    lingers: (order) => lingering(ctx.db, () => use(make(ctx.db), order)),
    again: async () => {
      clock.advance(minuteMs);
      await sweep('bank.callbacks');
    },
    close: service.close,
  };
  return stage;
}

/** Returns a function that makes a deposit once per id, because the bank gives each deposit a new id. */
function payingInto(bank: Simulator): NonNullable<Counterpart['deposit']> {
  const known = new Set<string>();
  return async ({ id, amount, reference }) => {
    if (known.has(id)) return;
    known.add(id);
    await bank.deposit({ amount, reference });
  };
}

async function use({ rail }: Simulator, order: TransferOrder): Promise<void> {
  await rail.transfers.transfer(order);
  await rail.deposits.details({ account, id: account });
}
