// tefo start: runs the service.
import { startTefo } from '../main.ts';
import type { Work } from './command.ts';

export const start: Work = ({ values }) => {
  const { seed, transcript } = values as { seed?: string; transcript?: string };
  return startTefo({ TEFO_SEED: seed, TEFO_TRANSCRIPT_FILE: transcript });
};
