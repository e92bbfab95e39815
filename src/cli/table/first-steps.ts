// A newcomer's commands, in order.
import type { Group } from '../command.ts';
import { siteOption } from './options.ts';

export const firstSteps: Group = {
  title: 'First steps',
  commands: {
    start: {
      options: {
        '--port <PORT>': 'listen there (default: TEFO_PORT, else 8420)',
        '--seed <TEXT>': 'begin with nothing, and do the same again as with the same seed',
        '--transcript <FILE>': 'take down every answer and every notification',
      },
      about: 'Start everything: the service, a database, a demo merchant, a simulated bank.',
      more: 'Settings such as TEFO_PORT come from the environment, or from a file .env here: docs/settings.md (/docs/settings of the running service) lists all. Commands in the same folder find the service by themselves. With a seed it begins with nothing and does the same again: as often as the same requests are made one after the other, they get the same ids, secrets, times and answers, and lead to the same notifications. Commands that shall find it need TEFO_SEED. The transcript takes down every answer and every notification, a line of JSON each; those of two such runs are alike to the byte.',
      stays: true,
      load: async () => (await import('../start.ts')).start,
    },
    stop: {
      about: 'Stop the service that was started in this folder, and wait until it has ended.',
      more: 'That is the service of the data directory, TEFO_DATA_DIR, whose database is of its own. To end npx alone leaves the service running.',
      load: async () => (await import('../stop.ts')).stop,
    },
    listen: {
      required: { '--forward-to <URL>': 'your address, like http://localhost:3000/hook' },
      options: {
        '--message-type <TYPE>': 'what a message is like (default: thin)',
        '--events <A,B>': 'only these events',
        ...siteOption,
        '--name <NAME>': 'by which the listener is found again (default: the URL)',
        '--since <TIME>': 'begin there: 30m, 1h, 2d, or an instant',
      },
      about:
        'Relay every event of a site to a local address, with the signature of a real webhook; goes on where it stopped.',
      more: 'thin (the default) and full are what a webhook of that message type gets; notify is the form that the Payments API posts to a notifyUrl. What there are no webhooks for (payouts, subscriptions, bulk jobs) comes as its notifyUrl gets it. A listener is found again by its name, which is the URL where none is given; of two with one name, the later takes over. The first time it begins with what happens from now on, or since TIME (30m, 1h, 2d, or an instant), and --since begins there again. An answer other than 2xx is tried again after 1, 5 and 15 seconds.',
      choices: async () => (await import('../listen/command.ts')).listenChoices,
      stays: true,
      load: async () => (await import('../listen/command.ts')).listenCommand,
    },
    trigger: {
      args: '<EVENT>',
      options: {
        '--reference <R>': 'your own reference: what waits under it is used',
        '--amount <A>': 'in rand, like 150 or 99.90',
        '--outcome <OUTCOME>': 'how it ends',
        '--notify-url <URL>': 'who is told of what is made',
        ...siteOption,
      },
      about:
        'Make an event happen, on real objects with your data: what is missing is made, and driven to it.',
      more: async () => (await import('../trigger.ts')).triggerMore,
      choices: async () => (await import('../trigger.ts')).triggerChoices,
      load: async () => (await import('../trigger.ts')).triggerCommand,
    },
    logs: {
      options: {
        '-f, --follow': 'go on with what comes',
        '--since <TIME>': '30m, 1h (the default), 2d, or an instant',
        '--reference <R>': 'only what is about your reference, or an id',
        '--status <S>': 'only what ended so: 404, 4xx, none, or a state',
        ...siteOption,
      },
      about:
        'What has happened, in time order: requests, wrong hashes, events, and each attempt to tell somebody.',
      more: 'TIME is 30m, 1h (the default), 2d, or an instant. R is your own reference or an id. S is an HTTP status (404), a class (4xx), none (no answer came), or a state like successful. Events, attempts and wrong hashes are in the database. Requests and problems are in the log file of a service in staging alone, of all sites together; a production service writes them to its standard output. With --json each line is an object.',
      stays: true,
      load: async () => (await import('../logs/command.ts')).logsCommand,
    },
    explain: {
      args: '<REFERENCE_OR_ID>',
      options: { ...siteOption, '--utc': 'show times in UTC instead of South African time' },
      about:
        'Tell the story of a payment, refund, payout, subscription, deposit, settlement or bulk job, by any id of ours (also a webhook-id or a correlation id) or your own reference; lists them where several match.',
      load: async () => (await import('../explain.ts')).explainCommand,
    },
    exam: {
      args: '<URL>',
      options: {
        '--orders <URL>': 'an address of your shop that tells how an order stands',
        '--format <json|form>': 'in one of the two alone',
        '--only <NAMES>': 'only these messages',
        ...siteOption,
        '--timeout <SECONDS>': 'how long an answer may take (default: 15)',
      },
      about: 'Send hostile notifications to your receiver, and report what it should have refused or taken.',
      more: 'Duplicates, forgeries, old and late messages, huge and slow ones, in JSON (One API) and as forms (Payments API). With --orders, an address of your shop that tells how an order stands, it also sees what became of them: docs/guides/exam.md.',
      choices: async () => (await import('../exam.ts')).examChoices,
      load: async () => (await import('../exam.ts')).examCommand,
    },
    'hash explain': {
      args: '[REFERENCE_OR_ID]',
      options: {
        '--limit <N>': 'how many are listed (default: 20, at most 500)',
        '--surface <NAME>': 'of a request in a file: where it is sent to',
        '--body <FILE|->': 'the request: a file, or standard input',
        ...siteOption,
      },
      usage: 'hash explain [REFERENCE_OR_ID] [--limit N] [--surface NAME --body FILE|-] [--site CODE]',
      about:
        'Say why a hash is wrong: of the requests that were refused for it, the newest first, or of a request in a file.',
      more: 'REFERENCE_OR_ID is your own reference, a transaction’s id (of a refund), the id that is shown here, or the correlation id of the answer; those it names are shown with every field and the whole text that is hashed. Without it, the newest is; N is 20 where none is given, and at most 500. With --json all of them are whole. A request in a file of a deposit’s reference (banktransfer) is taken for a unique one where it has an amount or an expiry.',
      choices: async () => (await import('../hash/command.ts')).hashChoices,
      load: async () => (await import('../hash/command.ts')).hashExplain,
    },
  },
};
