// The environment of races: one service that all rounds of a race share, on a separate database, with time standing
// still until a round moves it; and the merchant who uses it.
import {
  changeSite,
  createSite,
  findSiteByCode,
  type NewMerchant,
} from '../../src/core/merchants/actions.ts';
import type { Random } from '../storm/random.ts';
import { startService, type TestService } from '../support/running.ts';
import { openMerchant } from './merchant.ts';

/** One of the merchant's sites. */
export interface Shop {
  id: string;
  siteCode: string;
  privateKey: string;
}

export type Stage = ReturnType<typeof stageOf>;

export interface Round {
  /** From 1. */
  number: number;
  random: Random;
  /** Notes a rule that was broken, unless it holds. */
  expect(holds: boolean, broken: string): void;
  /** Counts events, so that the figures show whether the race took place. */
  count(what: string, times?: number): void;
}

export interface Race {
  /** Prepares the shared state of all its rounds, and returns a function that plays one. */
  open(stage: Stage): Promise<(round: Round) => Promise<void>>;
}

export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
  const service = await startService({ env });
  const stage = stageOf(service, service.merchant);
  return {
    ...stage,
    end: async () => {
      await stage.end();
      await service.end();
    },
  };
}

/** The environment of another merchant of a service, which its `end` leaves running. */
export function stageOf(service: TestService, credentials: NewMerchant) {
  const { ctx, db } = service;
  const merchant = openMerchant(service.base, credentials, service.clock);
  return {
    ...{ service, merchant, credentials, end: merchant.close },
    /** Another site of the merchant, which accepts account numbers in plain digits. */
    openShop: async (name: string): Promise<Shop> => {
      const { siteCode, privateKey } = await createSite(ctx, credentials.merchant, name);
      await changeSite(ctx, siteCode, { allowPlainAccountNumbers: true });
      const { id } = (await findSiteByCode(db, siteCode))!;
      return { id, siteCode, privateKey };
    },
  };
}
