// Access to the service, and the settings of sites.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

const merchantOption = { '--merchant <CODE>': 'the merchant’s code, as `merchant list` shows it' };
const nowOption = { '--now': 'revoke the old one at once' };

export const merchants: Group = {
  title: 'Merchants and their sites',
  commands: {
    'merchant create': {
      required: { '--name <NAME>': 'the merchant’s name' },
      options: { '--not-live': 'accept no payments until two operators enable production in the console' },
      about: 'Create a merchant with one site, and print its secrets once.',
      load: async () => (await import('../merchants.ts')).merchantCreate,
    },
    'merchant list': {
      about: 'List all merchants.',
      load: async () => (await import('../merchants.ts')).merchantList,
    },
    'merchant show': {
      args: '<CODE>',
      about: 'Show a merchant’s sites with their settings, its clients and webhooks, without secrets.',
      load: async () => (await import('../merchants.ts')).merchantShow,
    },
    'merchant set': {
      args: '<CODE> <KEY=VALUE...>',
      about:
        'Change the details of a merchant on its next invoices: vatNumber, invoiceName, invoiceAddress, invoiceEmail.',
      choices: async () => (await import('../invoices.ts')).merchantChoices,
      load: async () => (await import('../invoices.ts')).merchantSet,
    },
    'onboarding list': {
      options: { '--merchant <CODE>': 'this merchant alone' },
      about: 'List merchants with the required documents that are missing, and those in review.',
      load: async () => (await import('../onboarding.ts')).onboardingList,
    },
    'onboarding show': {
      required: merchantOption,
      about: 'Show a merchant’s documents with their states, digests and reviewers.',
      load: async () => (await import('../onboarding.ts')).onboardingShow,
    },
    'onboarding review': {
      args: '<DOCUMENT>',
      required: merchantOption,
      options: {
        '--accept': 'accept the document',
        '--decline <REASON>': 'decline the document; the merchant reads the reason',
        ...byOption,
      },
      about: 'Accept or decline a document. Two people accept a document before it counts.',
      load: async () => (await import('../onboarding.ts')).onboardingReview,
    },
    'site create': {
      required: { ...merchantOption, '--name <NAME>': 'the site’s name' },
      about: 'Add a site to a merchant, and print its secrets once.',
      load: async () => (await import('../merchants.ts')).siteCreate,
    },
    'site set': {
      args: '<CODE> <KEY=VALUE...>',
      about: 'Change a site’s settings.',
      more: 'phone, email, logo and colour (such as #0a6b4a) are shown to the site’s customers. logo=FILE is a PNG, JPEG or WebP of at most 512 kB; `logo=` removes it. payoutAccessToken is a secret, and other users of this machine can see typed arguments: payoutAccessToken=@FILE reads it from a file, payoutAccessToken=- from standard input. Production accepts only these two.',
      choices: async () => (await import('../merchants.ts')).siteChoices,
      load: async () => (await import('../merchants.ts')).siteSet,
    },
    'site show': {
      args: '<CODE>',
      about:
        'Show a site’s settings, as `site set` takes them, with the last four digits of its settlement account, and the number of requests to /pay with an ambiguous hash.',
      load: async () => (await import('../merchants.ts')).siteShow,
    },
    'client create': {
      required: merchantOption,
      options: {
        '--name <NAME>': 'the client’s name (default: the merchant’s)',
        '--scopes <A,B>': 'the client’s scopes (default: all)',
      },
      about: 'Add a One API client, and print its secret once.',
      load: async () => (await import('../clients.ts')).clientCreate,
    },
    'client rotate': {
      args: '<CLIENT_ID>',
      options: { ...nowOption, ...merchantOption },
      about:
        'Replace a client’s secret. The old one stays valid for 24 hours, or with --now is revoked at once.',
      more: 'With --now, tokens that were issued for the old secret are rejected within five seconds, in all processes.',
      load: async () => (await import('../clients.ts')).clientRotate,
    },
    'client disable': {
      args: '<CLIENT_ID>',
      about: 'Reject a client and all its tokens, within five seconds. `client enable` reverses it.',
      load: async () => (await import('../clients.ts')).clientDisable,
    },
    'client enable': {
      args: '<CLIENT_ID>',
      about:
        'Let a disabled client request tokens again, with its existing secrets. Earlier tokens stay revoked.',
      load: async () => (await import('../clients.ts')).clientEnable,
    },
    'secret list': {
      options: {
        '--site <CODE>': 'the secrets of this site',
        '--merchant <CODE>': 'the secrets of this merchant',
      },
      usage: 'secret list --site CODE | --merchant CODE',
      about:
        'List the secrets of a site or merchant by id, with kind and validity. The secrets themselves are never shown.',
      load: async () => (await import('../secrets.ts')).secretList,
    },
    'secret rotate': {
      args: '<SITE_CODE_OR_WEBHOOK_ID> [KIND]',
      options: nowOption,
      usage: 'secret rotate SITE_CODE KIND | WEBHOOK_ID [--now]',
      about:
        'Replace a secret of a site or a webhook. The old one stays valid for 24 hours, or with --now is revoked at once.',
      more: 'With --now, signatures with the old secret, and tokens that were issued for an old ApiKey, are rejected within five seconds, in all processes.',
      choices: async () => (await import('../secrets.ts')).secretChoices,
      load: async () => (await import('../secrets.ts')).secretRotate,
    },
    'secret revoke': {
      args: '<SECRET_ID>',
      about:
        'Revoke one secret from `secret list` at once, with its tokens: the old secret of a rotation, or a client’s secret.',
      more: 'It is rejected within five seconds, in all processes. To replace the current ApiKey, private key, webhook secret or payout access token of a site, use `secret rotate SITE_CODE KIND --now`.',
      load: async () => (await import('../secrets.ts')).secretRevoke,
    },
  },
};
