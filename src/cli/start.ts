// tefo start: runs the service.
import { startTefo } from '../main.ts';
import type { Work } from './command.ts';

export const start: Work = ({ values }) => {
  const { port, seed, transcript } = values as Record<string, string | undefined>;
  return startTefo({ TEFO_PORT: port, TEFO_SEED: seed, TEFO_TRANSCRIPT_FILE: transcript });
};
