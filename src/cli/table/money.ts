// Commands for money that waits for a person.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

const decider = { '--note <TEXT>': 'why', ...byOption };

export const money: Group = {
  title: 'Money that waits for a person',
  commands: {
    'payout approve': {
      args: '<ID>',
      options: byOption,
      about:
        'Let a payout go that waits for a second person; --by is who agrees (default: the system’s user).',
      load: async () => (await import('../payouts.ts')).payoutApprove,
    },
    'payout decline': {
      args: '<ID>',
      options: decider,
      about:
        'Refuse a payout that waits for a second person: it is cancelled, and its money is in the float again.',
      more: 'The merchant reads the note in payoutStatus.errorMessage.',
      load: async () => (await import('../payouts.ts')).payoutDecline,
    },
    'deposit list': {
      options: { '--parked': 'those that were parked', '--limit <N>': 'how many (default: 50, at most 500)' },
      about: 'Deposits that wait for a decision, oldest first, each with what it was probably meant for.',
      load: async () => (await import('../deposits.ts')).depositList,
    },
    'deposit allocate': {
      args: '<ID> <TO>',
      options: decider,
      about: 'Give a deposit to what it was meant for: a reference, a payment’s id, or float:SITECODE.',
      load: async () => (await import('../deposits.ts')).depositAllocate,
    },
    'deposit split': {
      args: '<ID> <TO=AMOUNT> <TO=AMOUNT...>',
      options: decider,
      about: 'Give a deposit to several, each its part; the parts are all of it.',
      load: async () => (await import('../deposits.ts')).depositSplit,
    },
    'deposit return': {
      args: '<ID>',
      options: decider,
      about: 'Send a deposit back to the account it came from.',
      load: async () => (await import('../deposits.ts')).depositReturn,
    },
    'deposit payer': {
      args: '<ID> <ACCOUNT>',
      options: byOption,
      about: 'Say whose account a deposit came from, where its bank did not: BANKID/ACCOUNT/BRANCH/HOLDER.',
      load: async () => (await import('../deposits.ts')).depositPayer,
    },
    'deposit park': {
      args: '<ID>',
      required: { '--note <TEXT>': 'why' },
      options: byOption,
      about: 'Leave a deposit where it is and take it off the list, with a note of why.',
      load: async () => (await import('../deposits.ts')).depositPark,
    },
  },
};
