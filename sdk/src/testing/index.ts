// The test kit: a site at a running service, its controls, and its notifications.
export type {
  Fixtures,
  LoadedFixtures,
  PaymentFixture,
  Rand,
  Rule,
  SiteSettings,
  SubscriptionFixture,
  TransactionOutcome,
} from './fixtures.ts';
export { startSandbox } from './sandbox.ts';
export { spawnTefo } from './spawn.ts';
export type * from './types.ts';
