// Console users and the audit log.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

const merchantOption = { '--merchant <CODE>': 'the code of the merchant, or of one of its sites' };
const choices = async () => (await import('../users.ts')).roleChoices;

export const users: Group = {
  title: 'Console users',
  commands: {
    'user create': {
      required: { '--email <E>': 'the email address for signing in', '--role <R>': 'the role' },
      options: { ...merchantOption, ...byOption },
      usage: 'user create --email E --role R [--merchant CODE] [--by NAME]',
      about: 'Create a console user, and print the password once.',
      more: 'viewer, support, finance, developer and admin are roles at a merchant, and require --merchant. operator-support, operator-finance and operator-admin are roles over all merchants.',
      choices,
      load: async () => (await import('../users.ts')).userCreate,
    },
    'user list': {
      about: 'List all users, with their roles.',
      load: async () => (await import('../users.ts')).userList,
    },
    'user role': {
      args: '<EMAIL> <ROLE>',
      options: { ...merchantOption, ...byOption },
      about: 'Change a user’s role at a merchant, and end the user’s sessions.',
      choices,
      load: async () => (await import('../users.ts')).userRole,
    },
    'user disable': {
      args: '<EMAIL>',
      options: byOption,
      about: 'Disable a user and end all sessions at once. `user reset` enables the user again.',
      load: async () => (await import('../users.ts')).userDisable,
    },
    'user reset': {
      args: '<EMAIL>',
      options: byOption,
      about:
        'Give a user a new password, printed once, and remove the second factor, all sessions and any lock.',
      load: async () => (await import('../users.ts')).userReset,
    },
    'user unlock': {
      args: '<EMAIL>',
      options: byOption,
      about:
        'Unlock a sign-in after wrong passwords or codes. The password, the second factor and the sessions stay.',
      load: async () => (await import('../users.ts')).userUnlock,
    },
    'audit verify': {
      about: 'Recompute the hash chain of the audit log, and name the first entry that was changed.',
      load: async () => (await import('../users.ts')).auditVerify,
    },
  },
};
