// Commands for payouts and deposits that need a decision.
import type { Group } from '../command.ts';
import { byOption } from './options.ts';

const decider = { '--note <TEXT>': 'the reason', ...byOption };

export const money: Group = {
  title: 'Payouts and deposits that need a decision',
  commands: {
    'payout approve': {
      args: '<ID>',
      options: byOption,
      about: 'Approve a payout as the second person. --by names the approver (default: the system’s user).',
      load: async () => (await import('../payouts.ts')).payoutApprove,
    },
    'payout decline': {
      args: '<ID>',
      options: decider,
      about: 'Decline a payout as the second person. It is cancelled, and its amount returns to the float.',
      more: 'The merchant reads the note in payoutStatus.errorMessage.',
      load: async () => (await import('../payouts.ts')).payoutDecline,
    },
    'deposit list': {
      options: {
        '--parked': 'deposits on hold',
        '--limit <N>': 'the maximum number (default: 50, at most 500)',
      },
      about: 'List unmatched deposits, oldest first, with suggested matches.',
      load: async () => (await import('../deposits.ts')).depositList,
    },
    'deposit allocate': {
      args: '<ID> <TO>',
      options: decider,
      about: 'Allocate a deposit to a reference, a payment id, or float:SITECODE.',
      load: async () => (await import('../deposits.ts')).depositAllocate,
    },
    'deposit split': {
      args: '<ID> <TO=AMOUNT> <TO=AMOUNT...>',
      options: decider,
      about: 'Split a deposit into parts. The parts must add up to the deposit.',
      load: async () => (await import('../deposits.ts')).depositSplit,
    },
    'deposit return': {
      args: '<ID>',
      options: decider,
      about: 'Return a deposit to the sender’s account.',
      load: async () => (await import('../deposits.ts')).depositReturn,
    },
    'deposit payer': {
      args: '<ID> <ACCOUNT>',
      options: byOption,
      about:
        'Record the sender’s account of a deposit, if the bank did not report it: BANKID/ACCOUNT/BRANCH/HOLDER.',
      load: async () => (await import('../deposits.ts')).depositPayer,
    },
    'deposit park': {
      args: '<ID>',
      required: { '--note <TEXT>': 'the reason' },
      options: byOption,
      about: 'Put a deposit on hold in suspense, with a note.',
      load: async () => (await import('../deposits.ts')).depositPark,
    },
  },
};
