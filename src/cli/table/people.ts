// The people of the console, and what they did.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

const merchantOption = { '--merchant <CODE>': 'the code of the merchant, or of one of its sites' };
const choices = async () => (await import('../users.ts')).roleChoices;

export const people: Group = {
  title: 'People of the console',
  commands: {
    'user create': {
      required: { '--email <E>': 'the address that they sign in with', '--role <R>': 'what they may' },
      options: { ...merchantOption, ...byOption },
      usage: 'user create --email E --role R [--merchant CODE] [--by NAME]',
      about: 'Make a login for the console; prints its password, once.',
      more: 'viewer, support, finance, developer and admin are roles at a merchant, and need --merchant. operator-support, operator-finance and operator-admin are roles over all merchants.',
      choices,
      load: async () => (await import('../users.ts')).userCreate,
    },
    'user list': {
      about: 'Everybody who has a login, with their roles.',
      load: async () => (await import('../users.ts')).userList,
    },
    'user role': {
      args: '<EMAIL> <ROLE>',
      options: { ...merchantOption, ...byOption },
      about: 'Give somebody a role, in place of the one they have at the merchant; ends their sessions.',
      choices,
      load: async () => (await import('../users.ts')).userRole,
    },
    'user disable': {
      args: '<EMAIL>',
      options: byOption,
      about: 'Let somebody sign in no more, and end their sessions at once; `user reset` lets them in again.',
      load: async () => (await import('../users.ts')).userDisable,
    },
    'user reset': {
      args: '<EMAIL>',
      options: byOption,
      about:
        'Give somebody a new password, printed once, without a second factor; ends their sessions and whatever locked them out.',
      load: async () => (await import('../users.ts')).userReset,
    },
    'user unlock': {
      args: '<EMAIL>',
      options: byOption,
      about:
        'Unlock a sign-in that wrong passwords or codes have slowed down or locked; the password, the second factor and the sessions stay.',
      load: async () => (await import('../users.ts')).userUnlock,
    },
    'audit verify': {
      about: 'Recompute the chain of the audit log, and name the first entry that is not as it was written.',
      load: async () => (await import('../users.ts')).auditVerify,
    },
  },
};
