// The commands for users, called with hostile text.
import type { TriedCommand } from './bank-calls.ts';

export const userCalls = (evil: string, known: Record<string, string>): Record<string, TriedCommand> => ({
  'user create': {
    args: () => [
      ['--email', 'new@shop.example', '--role', 'operator-admin', '--by', `x${evil}`],
      ['--email', evil, '--role', 'admin', '--merchant', known.siteCode!],
      ['--email', evil, '--role', evil],
      ['--email', 'other@shop.example', '--role', 'admin', '--merchant', evil],
    ],
    shows: true,
  },
  'user list': { args: () => [[]] },
  'user role': {
    args: () => [
      ['new@shop.example', 'finance', '--merchant', known.siteCode!],
      [evil, 'operator-admin'],
      [evil, evil],
    ],
    shows: true,
  },
  'user disable': { args: () => [['new@shop.example'], [evil]], shows: true },
  'user unlock': { args: () => [['new@shop.example'], [evil]], shows: true },
  'user reset': { args: () => [['new@shop.example', '--by', `x${evil}`], [evil]], shows: true },
  'audit verify': { args: () => [[]] },
});
