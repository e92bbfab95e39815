// The sandbox's additions to the service. Only staging loads them.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../core/context.ts';
import type { RenderEmail } from '../core/emails/outbox.ts';
import type { Directory } from '../core/merchants/directory.ts';
import type { Formats } from '../core/notifications/jobs.ts';
import { findAnyPayout, submitPayout } from '../core/payouts/actions.ts';
import type { OpenedMerchant } from '../core/users/merchant-opening.ts';
import type { Jobs } from '../kernel/concurrency/jobs.ts';
import type { Sql } from '../kernel/db/db.ts';
import type { Post } from '../kernel/http/outbound.ts';
import type { Simulator } from '../rails/simulator/index.ts';
import { withDeliveryFaults } from '../sandbox/delivery-faults.ts';
import type { SandboxDeps } from '../sandbox/deps.ts';
import { openFaults } from '../sandbox/faults.ts';
import { sandboxRoutes } from '../sandbox/routes.ts';
import { rulingOf } from '../sandbox/rules.ts';
import { gateOf } from '../sandbox/snapshots/gate.ts';
import { listenForRestores } from '../sandbox/snapshots/snapshot-store.ts';
import type { Config } from './config.ts';
import { consoleSandbox } from './console-sandbox.ts';
import { credentialsOf } from './credentials.ts';
import { isBankApart } from './startup.ts';

/** Prepares a sandbox's database before its first use. */
export async function prepareDatabase({ seed }: Config, db: Sql): Promise<void> {
  if (seed) await (await import('./seeded.ts')).beginSeeded(seed, db);
}

interface Options {
  config: Config;
  ctx: Context;
  /** For long work. */
  workDb: Sql;
  directory: Directory;
  moveClock(to: Date): Promise<void>;
  renderEmail: RenderEmail;
}

type Controlled = Pick<SandboxDeps, 'rails' | 'sendTransfer'> & { simulator: Simulator };

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

export async function openSandbox({ config, ctx, workDb, directory, moveClock, renderEmail }: Options) {
  const { clock, log } = ctx;
  const faults = await openFaults(workDb, log);
  // Caches are stale after a restore of the database.
  const restored = [directory.forget, () => void faults.reload().catch(() => {})];
  const stopFollowing = await listenForRestores(workDb, () => {
    for (const tell of restored) tell();
  });
  const transcript = config.transcriptFile
    ? (await import('../sandbox/transcript.ts')).openTranscript(config.transcriptFile, clock)
    : undefined;
  const seededRun = config.seed ? (await import('./seeded.ts')).createSeededRun() : undefined;
  const between = [transcript, seededRun].filter((one) => one !== undefined);

  return {
    /** The outcomes that merchants have set for the simulated bank. */
    bank: { faults: faults.bank, ruling: rulingOf(ctx) },
    /** Returns the same post, with the sandbox between the service and its merchants. */
    through: (post: Post): Post => between.reduce((sent, one) => one.through(sent), post),
    /** Returns the same sender of notifications, with the faults that merchants have set. */
    withFaults: (sender: { post: Post; formats: Formats }) =>
      withDeliveryFaults(sender, (merchantId) => faults.of(merchantId).notifications),
    /** Routes all requests of a server through the sandbox. */
    serve: (server: FastifyInstance, jobs: Jobs): void => {
      for (const one of between) one.serve(server, { jobs, clock, moveClock, log });
    },
    /** Whether requests that pass `serve` run the due work, instead of loops. */
    worksInTurn: seededRun !== undefined,
    /** Adds the controls to a server, and returns them for the console. */
    mount: (server: FastifyInstance, { simulator, rails, sendTransfer }: Controlled, jobs: Jobs) => {
      const controls: SandboxDeps = {
        ...simulator,
        ...{ ctx, directory, jobs, faults, moveClock, rails, sendTransfer, renderEmail },
        publicUrl: config.publicUrl,
        payouts: { find: findAnyPayout, submit: submitPayout },
        gate: gateOf(server),
        isBankApart: isBankApart(config),
        clockOf: config.sandboxClock,
        credentialsOf: (made: OpenedMerchant) => credentialsOf(config, made),
      };
      server.register(sandboxRoutes(controls), { prefix: '/sandbox' });
      return consoleSandbox(controls);
    },
    fixturesSchema: async () => (await import('../sandbox/fixtures/schema.ts')).fixturesJsonSchema(),
    onRestore: (tell: () => void) => void restored.push(tell),
    close: async () => {
      await stopFollowing().catch(() => {});
      await faults.close().catch(() => {});
      transcript?.close();
    },
  };
}
