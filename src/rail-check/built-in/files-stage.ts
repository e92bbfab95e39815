// A stage for the rail "files": an account at any bank that exchanges files.

import type { Context } from '../../core/context.ts';
import type { PaymentProfiles } from '../../core/payment-files/actions.ts';
import type { Counterpart } from '../../core/rail-modules.ts';
import { createFilesRail } from '../../rails/files/index.ts';
import { patient } from '../patience.ts';
import type { Stage } from '../stage.ts';
import type { Watch } from '../watch.ts';
import { type FilesBank, openFilesBank } from './files-bank.ts';
import {
  account,
  openCheckAccount,
  openService,
  type Service,
  type ServiceParts,
  transfersIn,
} from './parts.ts';

export interface FilesStage extends Stage {
  service: Service;
  bank: FilesBank;
  profiles: PaymentProfiles;
}

export async function openFilesStage(parts: ServiceParts, watch: Watch): Promise<FilesStage> {
  const service = await openService(parts, watch);
  const { ctx, clock, received } = service;
  await openCheckAccount(ctx, 'files', null);
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
    ...transfersIn(ctx, open),
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
