// tefo start: runs the service.
import { settingsOf, startTefo } from '../main.ts';
import type { Work } from './command.ts';

export const start: Work = ({ values }) => startTefo(settingsOf(values as Partial<Record<string, string>>));
