// A stage for the rail "files": an account at any bank that exchanges files.

import type { Context } from '../../core/context.ts';
import type { PaymentProfiles } from '../../core/payment-files/actions.ts';
import type { Counterpart } from '../../core/rail-modules.ts';
import { openAccount } from '../../core/statements/actions.ts';
import { createFilesRail } from '../../rails/files/index.ts';
import { patient } from '../patience.ts';
import { type Stage, secrets } from '../stage.ts';
import type { Watch } from '../watch.ts';
import { dyingAt } from './dying.ts';
import { account, type FilesBank, openFilesBank } from './files-bank.ts';
import { openService, type Service, type ServiceParts } from './parts.ts';
import { lingering } from './simulator-stage.ts';

export interface FilesStage extends Stage {
  service: Service;
  bank: FilesBank;
  profiles: PaymentProfiles;
}

export async function openFilesStage(parts: ServiceParts, watch: Watch): Promise<FilesStage> {
  const service = await openService(parts, watch);
  const { ctx, clock, received } = service;
  await makeAccount(ctx);
  const bank = openFilesBank(service, parts);
  const record = (line: string) => void watch.said.push(line);
  const open = (own: Context = ctx) => patient(createFilesRail(own), 'the rail', record);
  const counterpart: Counterpart = {
    payments: bank.payments,
    decide: (id, outcome) => bank.answer(id, outcome),
    deposit: payingInto(bank),
  };
  const stage: FilesStage = {
    ...{ service, bank, clock, account, received, counterpart, profiles: parts.profiles },
    abilities: ['deposits', 'transfers'],
    beyond: { fail: 'the rail stores orders until their file is sent, and calls no bank' },
    rail: open(),
    restart: async () => {
      stage.rail = open();
    },
    cutShort: async (order, nth) => {
      const dying = dyingAt(ctx.db, nth);
      await open({ ...ctx, db: dying.db })
        .transfers.transfer(order)
        .catch(() => {});
      return dying.places();
    },
    lingers: async (order) => {
      await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => ctx.db`select pg_sleep(0.01)`));
      return lingering(async () => void (await open().transfers.transfer(order)));
    },
    close: service.close,
  };
  return stage;
}

function payingInto(bank: FilesBank): NonNullable<Counterpart['deposit']> {
  const known = new Map<string, string>();
  return async ({ id, amount, reference }) => {
    if (known.has(id)) return;
    known.set(id, reference);
    await bank.book({ key: id, amount, text: reference });
  };
}

const makeAccount = (ctx: Context) =>
  openAccount(ctx, {
    id: account,
    rail: 'files',
    abilities: ['deposits', 'transfers'],
    bankId: '4816019c-3314-4c80-8b6b-b2cd16dcc4ec',
    branchCode: '250655',
    number: secrets.ownNumber,
    holder: 'Rail Check (Pty) Ltd',
    merchantId: null,
    statementProfile: 'auto',
    statementDescription: null,
    paymentProfile: 'pain.001.001.09',
    opening: null,
    cutOff: '16:00',
    limit: null,
    releases: 0,
    customer: null,
    settings: null,
  });
