// Access to the service, and the settings of sites.
import type { Group } from '../command.ts';

const merchantOption = { '--merchant <CODE>': 'the merchant’s code, as `merchant list` shows it' };
const nowOption = { '--now': 'the old one works no more at all' };

export const merchants: Group = {
  title: 'Merchants and their sites',
  commands: {
    'merchant create': {
      required: { '--name <NAME>': 'what the merchant is called' },
      options: { '--not-live': 'nobody is asked to pay it until two operators switch it on at the console' },
      about: 'Make a merchant with one site; prints its secrets, once.',
      load: async () => (await import('../merchants.ts')).merchantCreate,
    },
    'merchant list': {
      about: 'All merchants.',
      load: async () => (await import('../merchants.ts')).merchantList,
    },
    'merchant show': {
      args: '<CODE>',
      about: 'A merchant’s sites with their settings, its clients and webhooks, without secrets.',
      load: async () => (await import('../merchants.ts')).merchantShow,
    },
    'site create': {
      required: { ...merchantOption, '--name <NAME>': 'what the site is called' },
      about: 'Add a site to a merchant; prints its secrets, once.',
      load: async () => (await import('../merchants.ts')).siteCreate,
    },
    'site set': {
      args: '<CODE> <KEY=VALUE...>',
      about: 'Change a site’s settings.',
      more: 'phone, email, logo and colour (like #0a6b4a) are for the site’s customers. logo=FILE is a PNG, JPEG or WebP of at most 512 kB; `logo=` takes it away. payoutAccessToken is a secret, and who may see this machine’s processes sees what is typed: payoutAccessToken=@FILE reads it from a file, payoutAccessToken=- from standard input. Production takes it in no other way.',
      choices: async () => (await import('../merchants.ts')).siteChoices,
      load: async () => (await import('../merchants.ts')).siteSet,
    },
    'site show': {
      args: '<CODE>',
      about:
        'A site’s settings, as `site set` takes them; of its settlement account the last four digits; and how many requests its payers have brought to /pay whose hash does not tell where a field ends.',
      load: async () => (await import('../merchants.ts')).siteShow,
    },
    'client create': {
      required: merchantOption,
      options: {
        '--name <NAME>': 'what the client is called (default: as the merchant)',
        '--scopes <A,B>': 'what it may do (default: everything)',
      },
      about: 'Add a One API client; prints its secret, once.',
      load: async () => (await import('../clients.ts')).clientCreate,
    },
    'client rotate': {
      args: '<CLIENT_ID>',
      options: { ...nowOption, ...merchantOption },
      about: 'Give a client a new secret; the old one works for 24 hours more, or with --now no more at all.',
      more: 'With --now, tokens that were issued for the old secret are refused within five seconds, wherever they are used.',
      load: async () => (await import('../clients.ts')).clientRotate,
    },
    'client disable': {
      args: '<CLIENT_ID>',
      about: 'Refuse a client, and all its tokens, within five seconds; `client enable` takes it back.',
      load: async () => (await import('../clients.ts')).clientDisable,
    },
    'client enable': {
      args: '<CLIENT_ID>',
      about:
        'Let a disabled client ask for tokens again, with the secrets it had; tokens from before stay refused.',
      load: async () => (await import('../clients.ts')).clientEnable,
    },
    'secret list': {
      options: { '--site <CODE>': 'of this site', '--merchant <CODE>': 'of this merchant' },
      usage: 'secret list --site CODE | --merchant CODE',
      about:
        'The secrets of a site or merchant by their ids: what each is, since when and until when; never its text.',
      load: async () => (await import('../secrets.ts')).secretList,
    },
    'secret rotate': {
      args: '<SITE_CODE_OR_WEBHOOK_ID> [KIND]',
      options: nowOption,
      usage: 'secret rotate SITE_CODE KIND | WEBHOOK_ID [--now]',
      about:
        'Replace a secret of a site, or a webhook’s; the old one works for 24 hours more, or with --now no more at all.',
      more: 'With --now, what is signed with the old one, and tokens that were issued for an old ApiKey, are refused within five seconds, wherever they are used.',
      choices: async () => (await import('../secrets.ts')).secretChoices,
      load: async () => (await import('../secrets.ts')).secretRotate,
    },
    'secret revoke': {
      args: '<SECRET_ID>',
      about:
        'End one secret of `secret list` at once, with the tokens that were issued for it: the old one of a rotation, or a client’s.',
      more: 'It is refused within five seconds, wherever it is used. The present ApiKey, private key, webhook secret or payout access token of a site is not revoked but replaced: `secret rotate SITE_CODE KIND --now`.',
      load: async () => (await import('../secrets.ts')).secretRevoke,
    },
  },
};
