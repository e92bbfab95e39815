// The arguments of commands about invoices, refunds, statements and reports, for terminal.test.ts.
import type { TriedCommand } from './bank-calls.ts';

export function reportCalls(evil: string, known: Record<string, string>): Record<string, TriedCommand> {
  const report = (merchant: string) => [
    ...['--merchant', merchant, '--kind', 'fees', '--every', 'day', '--format', 'csv'],
    ...['--to', `mailto:${evil}`],
  ];
  const refund = (name: string) => [
    ...[
      '--amount',
      '1',
      '--reason',
      name,
      '--name',
      name,
      '--bank',
      'fnb',
      '--account',
      name,
      '--branch',
      name,
    ],
  ];
  return {
    'account-statement': {
      args: () => [
        ['--merchant', known.merchant!, '--from', '2026-11-01', '--to', '2026-11-30'],
        ['--merchant', evil, '--from', evil, '--to', evil],
      ],
    },
    'invoice list': { args: () => [[], ['--merchant', evil], ['--month', evil]] },
    'invoice show': { args: () => [[evil]] },
    'invoice credit': {
      args: () => [
        [evil, '--reason', evil],
        [evil, '--amount', evil, '--line', evil, '--reason', 'r'],
        ['INV-000001', '--reason', evil, '--site', evil, '--by', `x${evil}`],
      ],
    },
    'invoice credits': { args: () => [[]] },
    'invoice approve': { args: () => [[evil]] },
    'invoice decline': { args: () => [[evil, '--note', evil]] },
    'report add': {
      args: () => [
        [`a${evil}`, ...report(known.merchant!)],
        ['fees', ...report(evil)],
      ],
    },
    'onboarding list': { args: () => [[], ['--merchant', evil]] },
    'onboarding show': {
      args: () => [
        ['--merchant', known.merchant!],
        ['--merchant', evil],
      ],
    },
    'onboarding review': {
      args: () => [
        [evil, '--merchant', known.merchant!, '--accept'],
        ['018f0000-0000-7000-8000-00000000000a', '--merchant', known.merchant!, '--decline', evil],
      ],
    },
    'refund request': {
      args: () => [
        [evil, ...refund(evil)],
        ['018f0000-0000-7000-8000-00000000000a', ...refund(evil)],
      ],
    },
    'report list': { args: () => [[], ['--merchant', evil]] },
    'report run': { args: () => [[], [evil]] },
    'stream add': {
      args: () => [
        [`a${evil}`, '--kind', 'audit', '--to', 'file:x'],
        ['evil', '--kind', evil, '--to', evil],
        ['evil', '--kind', 'audit', '--to', `sftp://${evil}`],
      ],
    },
    'stream list': { args: () => [[]] },
    'stream remove': { args: () => [[evil]] },
    'report remove': { args: () => [[evil]] },
  };
}
