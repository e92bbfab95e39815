// The commands for getting started, in order.
import type { Group } from '../command.ts';
import { siteOption } from './options.ts';

export const firstSteps: Group = {
  title: 'First steps',
  commands: {
    start: {
      options: {
        '--port <PORT>': 'the port to listen on (default: TEFO_PORT, else 8420)',
        '--seed <TEXT>': 'start empty, and reproduce the run with the same seed',
        '--transcript <FILE>': 'record every response and every notification',
      },
      about: 'Start everything: the service, a database, a demo merchant, a simulated bank.',
      more: 'Settings such as TEFO_PORT come from the environment, or from a file .env in this folder. docs/settings.md (/docs/settings of the running service) lists all of them. Commands in the same folder find the service automatically. With --seed the service starts empty and is deterministic: if the same requests are sent one after another, they get the same ids, secrets, times and responses, and cause the same notifications. Other commands need the same TEFO_SEED to find it. The transcript has a line of JSON for each response and each notification; the transcripts of two such runs are identical.',
      stays: true,
      load: async () => (await import('../start.ts')).start,
    },
    stop: {
      about: 'Stop the service that was started in this folder, and wait until it has ended.',
      more: 'This is the service of the data directory, TEFO_DATA_DIR, with its embedded database. Ending npx alone leaves the service running.',
      load: async () => (await import('../stop.ts')).stop,
    },
    listen: {
      required: { '--forward-to <URL>': 'your address, like http://localhost:3000/hook' },
      options: {
        '--message-type <TYPE>': 'the format of the messages (default: thin)',
        '--events <A,B>': 'only these events',
        ...siteOption,
        '--name <NAME>': 'the name of the listener (default: the URL)',
        '--since <TIME>': 'start at: 30m, 1h, 2d, or an instant',
      },
      about:
        'Forward every event of a site to a local address, with the signature of a real webhook. It resumes where it stopped.',
      more: 'The types thin (the default) and full have the format of a webhook of that message type. notify has the format that the Payments API posts to a notifyUrl. Events without webhooks (payouts, subscriptions, bulk jobs) have the format of their notifyUrl. A listener is identified by its name, or by its URL if it has no name. A second listener with the same name takes over. The first run starts with new events, or at TIME (30m, 1h, 2d, or an instant); --since starts there again. A response other than 2xx is retried after 1, 5 and 15 seconds.',
      choices: async () => (await import('../listen/command.ts')).listenChoices,
      stays: true,
      load: async () => (await import('../listen/command.ts')).listenCommand,
    },
    trigger: {
      args: '<EVENT>',
      options: {
        '--reference <R>': 'your own reference; a pending object with it is used',
        '--amount <A>': 'in rand, like 150 or 99.90',
        '--outcome <OUTCOME>': 'the outcome',
        '--notify-url <URL>': 'the notifyUrl of created objects',
        ...siteOption,
      },
      about:
        'Trigger an event with real objects and your data. Missing objects are created and moved to the right state.',
      more: async () => (await import('../trigger.ts')).triggerMore,
      choices: async () => (await import('../trigger.ts')).triggerChoices,
      load: async () => (await import('../trigger.ts')).triggerCommand,
    },
    logs: {
      options: {
        '-f, --follow': 'keep showing new entries',
        '--since <TIME>': '30m, 1h (the default), 2d, or an instant',
        '--reference <R>': 'only entries for your reference, or an id',
        '--status <S>': 'only entries with this status: 404, 4xx, none, or a state',
        ...siteOption,
      },
      about: 'Show requests, wrong hashes, events, and delivery attempts, in time order.',
      more: 'TIME is 30m, 1h (the default), 2d, or an instant. R is your own reference or an id. S is an HTTP status (404), a class (4xx), none (no response), or a state such as successful. Events, attempts and wrong hashes are in the database. Requests and problems are in the log file of a service in staging, for all sites together. A production service writes them to its standard output. With --json each line is an object.',
      stays: true,
      load: async () => (await import('../logs/command.ts')).logsCommand,
    },
    explain: {
      args: '<REFERENCE_OR_ID>',
      options: {
        ...siteOption,
        '--utc': 'show times in UTC instead of South African time',
        '--details': 'also show every attempt, ledger posting and identifier',
      },
      about:
        'Show the timeline of a payment, refund, payout, subscription, deposit, settlement or bulk job, by any Tefo id (also a webhook-id or a correlation id) or your own reference. Lists the matches if there are several.',
      load: async () => (await import('../explain.ts')).explainCommand,
    },
    'webhook test': {
      args: '<URL>',
      options: {
        '--orders <URL>': 'an address of your shop that returns the status of an order',
        '--format <json|form>': 'only one of the two formats',
        '--only <NAMES>': 'only these messages',
        ...siteOption,
        '--timeout <SECONDS>': 'the time limit of a response (default: 15)',
      },
      about: 'Test your webhook receiver with hostile notifications, and report its mistakes.',
      more: 'It sends duplicates, forgeries, old and late messages, huge and slow ones, in JSON (One API) and as forms (Payments API). With --orders, an address of your shop that returns the status of an order, it also checks the effect on the order: docs/guides/webhook-test.md.',
      choices: async () => (await import('../webhook-test.ts')).webhookTestChoices,
      load: async () => (await import('../webhook-test.ts')).webhookTestCommand,
    },
    'hash explain': {
      args: '[REFERENCE_OR_ID]',
      options: {
        '--limit <N>': 'the maximum number of requests (default: 20, at most 500)',
        '--surface <NAME>': 'for a request in a file: the API that receives it',
        '--body <FILE|->': 'the request: a file, or standard input',
        ...siteOption,
      },
      usage: 'hash explain [REFERENCE_OR_ID] [--limit N] [--surface NAME --body FILE|-] [--site CODE]',
      about: 'Explain why a hash is wrong: of rejected requests, newest first, or of a request in a file.',
      more: 'REFERENCE_OR_ID is your own reference, a transaction’s id (of a refund), the id shown here, or the correlation id of the response. Matching requests are shown with every field and the complete hashed text. Without REFERENCE_OR_ID only the newest request is shown so. N is 20 by default, and at most 500. With --json all requests are complete. A deposit request (banktransfer) in a file counts as a unique reference if it has an amount or an expiry.',
      choices: async () => (await import('../hash/command.ts')).hashChoices,
      load: async () => (await import('../hash/command.ts')).hashExplain,
    },
    mcp: {
      options: {
        '--write': 'also offer the tools that change the sandbox',
        '--site <CODE>':
          'limit all tools to this site (default: all merchants, and the demo site where one is needed)',
      },
      about: 'Serve tools for AI assistants: find and explain payments, explain hashes, search the docs.',
      more: 'It speaks the Model Context Protocol on standard input and output; an assistant starts it. The tools only read: find_payment, explain, explain_hash, search_docs, list_events. With --write, which production refuses, it also has create_payment, set_outcome and advance_clock. See docs/guides/mcp.md.',
      stays: true,
      load: async () => (await import('../mcp/command.ts')).mcpCommand,
    },
  },
};
