// The commands of banks, called with hostile text.
import { join } from 'node:path';

/** The arguments of a command; `shows`: its output is sure to include hostile text. */
export interface TriedCommand {
  args: () => string[][];
  shows?: true;
}

/** The options of a bank account. */
const to = (bank: string, number: string, branch: string, holder: string): string[] => [
  ...['--bank', bank, '--number', number, '--branch', branch, '--holder', holder],
];

interface Given {
  evil: string;
  /** The service's own ids, once it has them. */
  known: Record<string, string>;
  folder(): string;
}

export const bankCalls = ({ evil, known, folder }: Given): Record<string, TriedCommand> => ({
  'bank add': {
    args: () => [
      ['main', ...to('fnb', '62000000123', '250655', 'Shop'), '--payments', 'csv'],
      [evil, ...to(evil, evil, evil, evil)],
      ['other', ...to('fnb', '62000000124', '250655', evil)],
      ['other', ...to('fnb', '62000000124', '250655', 'Shop'), '--statement', evil, '--rail', evil],
    ],
    shows: true,
  },
  'bank list': { args: () => [[]] },
  'bank show': { args: () => [['main'], [evil]], shows: true },
  'statement import': {
    args: () => [
      [join(folder(), 'evil.csv'), '--account', 'main', '--profile', 'absa', '--by', `x${evil}`],
      [`/no/${evil}`, '--account', 'main'],
      [evil, '--account', evil],
    ],
    shows: true,
  },
  'statement lines': {
    args: () => [
      ['--account', 'main'],
      ['--account', evil, '--open'],
    ],
    shows: true,
  },
  'statement explain': {
    args: () => [
      [evil, evil],
      [known.payment!, 'own', '--note', evil],
    ],
  },
  'statement undo': { args: () => [[evil], [known.payment!, '--note', evil]] },
  'payments export': {
    args: () => [
      ['--account', 'main'],
      ['--account', 'main', '--message', evil],
    ],
    shows: true,
  },
  'payments list': { args: () => [['--account', evil]], shows: true },
  'payments release': { args: () => [[evil, '--by', `x${evil}`]], shows: true },
  'payments answer': { args: () => [[`/no/${evil}`, '--account', 'main']], shows: true },
  reconcile: { args: () => [[], ['--account', evil], ['--day', evil]], shows: true },
  'bank remove': { args: () => [[evil], ['main']], shows: true },
  'rail check': { args: () => [[evil]], shows: true },
});
