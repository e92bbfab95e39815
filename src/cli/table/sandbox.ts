// Commands that simulate customers, banks and time; refused in production.
import type { Group } from '../command.ts';
import { siteOption } from './options.ts';

const clock =
  'The clock is shared by all sites and all processes. It only moves forward, and continues from there; only `tefo reset` sets it back.';

export const sandbox: Group = {
  title: 'Sandbox',
  commands: {
    credentials: {
      about: 'Print the demo merchant’s current credentials and the addresses.',
      more: 'Secrets that `secret rotate`, `client rotate` or `site set` replaced are shown with their new value; the old ones stay valid for 24 hours. The database has only a hash of a client’s secret: `client rotate` writes the secret into credentials.json of the data directory. If it was run with another data directory, clientSecret is null once the old one has expired.',
      load: async () => (await import('../merchants.ts')).credentialsCommand,
    },
    pay: {
      args: '<PAYMENT_ID>',
      options: {
        '--outcome <OUTCOME>': 'the outcome (default: success)',
        '--stay': 'the customer stays on the page after a failure',
        ...siteOption,
      },
      about: 'Pay a payment, or set another outcome, as its payer and bank would.',
      more: 'PAYMENT_ID is an id from an API response: a payment’s or a transaction’s id, a paymentRequestId, or the whole address of the checkout. Without --outcome the payment succeeds. After a failure the customer leaves, and the notifyUrl is notified; with --stay the customer stays on the page and can try again.',
      choices: async () => (await import('../pay.ts')).payChoices,
      load: async () => (await import('../pay.ts')).payCommand,
    },
    clock: {
      options: siteOption,
      about: 'Show the sandbox clock.',
      load: async () => (await import('../clock.ts')).clockCommand,
    },
    'clock advance': {
      args: '<DURATION>',
      options: siteOption,
      about: 'Advance the sandbox clock, and run everything that becomes due.',
      more: `DURATION is ISO 8601, like P40D or PT90M. ${clock}`,
      load: async () => (await import('../clock.ts')).clockAdvance,
    },
    'clock to': {
      args: '<TIME>',
      options: siteOption,
      about: 'Advance the sandbox clock to an instant, and run everything that becomes due.',
      more: `TIME is an instant, like 2027-04-27T16:01:00+02:00. ${clock}`,
      load: async () => (await import('../clock.ts')).clockTo,
    },
    reset: {
      options: { '--yes': 'skip the confirmation' },
      about: 'Reset the sandbox: it is empty again, and its clock shows the time of this machine.',
      more: 'It asks for confirmation. All payments, merchants, snapshots and logs are deleted, and a new demo merchant with new secrets is created. Stop the service first: the command refuses while a service is running, and in production.',
      stays: true,
      load: async () => (await import('../reset.ts')).resetCommand,
    },
    'fixtures load': {
      args: '<FILE|->',
      options: siteOption,
      about: 'Create the objects of a fixtures file (YAML or JSON) in a sandbox site.',
      more: 'Existing objects are found by their reference and not changed, so a file can be loaded repeatedly. The whole file is validated before anything is created. Without --site the site is the one in the file, or the demo site. See the sandbox guide for the format.',
      load: async () => (await import('../fixtures.ts')).fixturesLoad,
    },
    'snapshot save': {
      args: '<NAME>',
      about: 'Save everything in the sandbox as a snapshot, and replace a snapshot with the same name.',
      load: async () => (await import('../snapshots.ts')).snapshotSave,
    },
    'snapshot restore': {
      args: '<NAME>',
      about: 'Restore everything in the sandbox from a snapshot. The clock is not changed.',
      load: async () => (await import('../snapshots.ts')).snapshotRestore,
    },
    'snapshot list': {
      about: 'List the snapshots, newest first.',
      load: async () => (await import('../snapshots.ts')).snapshotList,
    },
    'snapshot delete': {
      args: '<NAME>',
      about: 'Delete a snapshot.',
      load: async () => (await import('../snapshots.ts')).snapshotDelete,
    },
    resend: {
      args: '<ID>',
      options: siteOption,
      about:
        'Resend the notifications of a transaction, refund, payout, subscription or bulk job, with their original ids, and report the result.',
      more: 'They are sent to all original receivers, to the current webhooks if there was no receiver, and to each tefo listen of the site.',
      load: async () => (await import('../resend.ts')).resendCommand,
    },
  },
};
