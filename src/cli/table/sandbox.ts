// Commands that decide in place of customers, banks and time; refused in production.
import type { Group } from '../command.ts';
import { siteOption } from './options.ts';

const clock =
  'The clock is everybody’s: of all sites and all processes. It moves forward only, and goes on from there by itself; `tefo reset` alone puts it back.';

export const sandbox: Group = {
  title: 'Sandbox',
  commands: {
    credentials: {
      about: 'The demo merchant’s credentials, as they are now, and the addresses.',
      more: 'Secrets that `secret rotate`, `client rotate` or `site set` replaced are the new ones at once; the old ones work for 24 hours more. Of a client’s secret the database has only a hash: `client rotate` writes it into credentials.json of its own data directory. Where it was run with another, clientSecret is null as soon as the old one works no longer.',
      load: async () => (await import('../merchants.ts')).credentialsCommand,
    },
    pay: {
      args: '<PAYMENT_ID>',
      options: {
        '--outcome <OUTCOME>': 'how it ends (default: success)',
        '--stay': 'the customer stays on the page after an outcome that fails',
        ...siteOption,
      },
      about: 'Pay a payment, or let it end otherwise, in place of its payer and their bank.',
      more: 'PAYMENT_ID is what the API answered: a payment’s or a transaction’s id, a paymentRequestId, or the whole address of the checkout. Without --outcome it is paid. After an outcome that fails the customer leaves, and the notifyUrl hears of it; with --stay they stay on the page, to try again.',
      choices: async () => (await import('../pay.ts')).payChoices,
      load: async () => (await import('../pay.ts')).payCommand,
    },
    clock: {
      options: siteOption,
      about: 'What the sandbox’s clock shows.',
      load: async () => (await import('../clock.ts')).clockCommand,
    },
    'clock advance': {
      args: '<DURATION>',
      options: siteOption,
      about: 'Move the sandbox’s clock forward, and do all that falls due on the way.',
      more: `DURATION is ISO 8601, like P40D or PT90M. ${clock}`,
      load: async () => (await import('../clock.ts')).clockAdvance,
    },
    'clock to': {
      args: '<TIME>',
      options: siteOption,
      about: 'Move the sandbox’s clock forward to an instant, and do all that falls due on the way.',
      more: `TIME is an instant, like 2027-04-27T16:01:00+02:00. ${clock}`,
      load: async () => (await import('../clock.ts')).clockTo,
    },
    reset: {
      options: { '--yes': 'do not ask first' },
      about:
        'Begin anew in the same place: nothing is in the sandbox, and its clock shows the time of this machine.',
      more: 'It asks first. Everything goes: payments, merchants, snapshots, the log; the demo merchant is made anew, with new secrets. The service must be stopped meanwhile; under a running one it refuses, as it does in production.',
      stays: true,
      load: async () => (await import('../reset.ts')).resetCommand,
    },
    'fixtures load': {
      args: '<FILE|->',
      options: siteOption,
      about: 'Have a sandbox site hold what a file of fixtures says, in YAML or JSON.',
      more: 'What is there already is found by its reference and left as it is, so that a file can be loaded as often as one likes. All of it is judged before anything is done. Without --site it is the site that the file names, or the demo site. The guide of the sandbox says what a file may have.',
      load: async () => (await import('../fixtures.ts')).fixturesLoad,
    },
    'snapshot save': {
      args: '<NAME>',
      about: 'Save everything in the sandbox under a name, in place of what had that name.',
      load: async () => (await import('../snapshots.ts')).snapshotSave,
    },
    'snapshot restore': {
      args: '<NAME>',
      about: 'Make everything in the sandbox as it was saved; the clock goes on.',
      load: async () => (await import('../snapshots.ts')).snapshotRestore,
    },
    'snapshot list': {
      about: 'What is saved, the newest first.',
      load: async () => (await import('../snapshots.ts')).snapshotList,
    },
    'snapshot delete': {
      args: '<NAME>',
      about: 'Delete what was saved under a name.',
      load: async () => (await import('../snapshots.ts')).snapshotDelete,
    },
    resend: {
      args: '<ID>',
      options: siteOption,
      about:
        'Send the notifications of a transaction, refund, payout, subscription or bulk job again, under their own ids, and say what came of it.',
      more: 'They go to everybody who was owed them, to the webhooks there are where nobody was, and to each tefo listen of the site.',
      load: async () => (await import('../resend.ts')).resendCommand,
    },
  },
};
