// The vault of a world: a site of the merchant whose money leaves only after checks, which differ from history to history: a second
// person, the payee's bank, and the merchant's own verify address.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { banks } from '../../src/core/banks.ts';
import type { Actor, Context } from '../../src/core/context.ts';
import { changeSite } from '../../src/core/merchants/actions.ts';
import { only, type Viewer } from '../../src/core/viewer.ts';
import type { Shop, Stage } from '../races/stage.ts';
import { seeded } from '../storm/random.ts';

export interface Vault extends Shop {
  viewer: Viewer;
  merchantId: string;
  /** In cents; null: no second person. */
  approvalAbove: number | null;
  verifyPayees: 'off' | 'warn' | 'refuse';
  /** Null: payouts are not verified by the merchant. */
  verifyUrl: string | null;
  /** For each verification of an account, in cents. */
  verificationFee: number;
  /** Changes the verify address. */
  setVerifyUrl(url: string | null): Promise<void>;
  as(actor: Actor): Context;
  close(): void;
}

/** Two users of the merchant. */
export const users = {
  naledi: 'user:018f0000-0000-7000-8000-00000000000a',
  thabo: 'user:018f0000-0000-7000-8000-00000000000b',
} as const satisfies Record<string, Actor>;

// No check digits are known of the bank, so the last digits of a number are free to choose what is true of it.
export const payeesBank = banks.find(({ name }) => name === 'TymeBank')!;

/** The last two digits of accounts, which decide the bank's answers about them. */
export const endings = ['01', '02', '91', '92', '94', '96', '97', '99'] as const;
export type Ending = (typeof endings)[number];
export const numberWith = (ending: Ending): string => `510000000${ending}`;

/** Whether the bank verifies an account as the payee's; undefined: it does not respond. */
export function isVerified(ending: Ending, isNamed: boolean): boolean | undefined {
  if (ending === '99') return undefined;
  const untrue: readonly Ending[] = isNamed ? ['91', '92', '94', '96', '97'] : ['91', '92', '96'];
  return !untrue.includes(ending);
}

/** Payouts whose reference begins so are verified by the merchant, are not, or get no answer. */
export const answers = ['OK', 'NO', 'MUTE'] as const;

export async function openVault({ service, openShop, credentials }: Stage, name: string): Promise<Vault> {
  const random = seeded(name.length, `vault ${name}`);
  const shop = await openShop('Vault');
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { payoutId, merchantReference } = JSON.parse(Buffer.concat(chunks).toString());
    if (merchantReference.startsWith('MUTE')) return void response.writeHead(500).end();
    const isVerified = !merchantReference.startsWith('NO');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ payoutId, isVerified, reason: isVerified ? '' : 'not ours' }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://vault.example:${(server.address() as AddressInfo).port}/`;
  const settings = {
    approvalAbove: random.pick([null, 50_000, 50_000]),
    verifyPayees: random.pick(['off', 'warn', 'refuse'] as const),
    verifyUrl: random.chance(0.5) ? url : null,
    verificationFee: random.pick([0, 500]),
  };
  const change = (changed: Parameters<typeof changeSite>[2]) =>
    changeSite(service.ctx, shop.siteCode, changed);
  const { approvalAbove, verifyPayees, verifyUrl, verificationFee } = settings;
  await change({
    ...{ verifyPayees, verifyUrl, verificationFeeCents: BigInt(verificationFee) },
    approvalAboveCents: approvalAbove === null ? null : BigInt(approvalAbove),
  });
  const merchantId = credentials.merchant.id;
  return {
    ...{ ...shop, ...settings, viewer: only(merchantId), merchantId },
    setVerifyUrl: async (changed) => void (await change({ verifyUrl: changed })),
    as: (actor) => ({ ...service.ctx, actor, correlationId: 'vault' }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
