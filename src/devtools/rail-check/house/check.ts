// Checks a rail of the house.
import { fileURLToPath } from 'node:url';
import type { Report, Rule } from '../report.ts';
import { type CheckOptions, check, usualRules } from '../run.ts';
import type { Stage } from '../stage.ts';
import { startWatch, type Watch } from '../watch.ts';
import { filesRules } from './files-rules.ts';
import { openFilesStage } from './files-stage.ts';
import type { HouseParts } from './parts.ts';
import { openSimulatorStage } from './simulator-stage.ts';

interface HouseRail {
  open(parts: HouseParts, watch: Watch): Promise<Stage>;
  /** Its own rules beside the usual ones. */
  rules(parts: HouseParts, watch: Watch): readonly Rule[];
}

const houseRails: Record<string, HouseRail> = {
  simulator: { open: openSimulatorStage, rules: () => [] },
  files: { open: openFilesStage, rules: () => filesRules },
};

/** The rails of the house that are checked. */
export const houseNames = Object.keys(houseRails);

const source = fileURLToPath(new URL('../../../', import.meta.url));
const suite = fileURLToPath(new URL('../', import.meta.url));

/** Checks a rail of the house by its name. */
export async function checkHouseRail(
  name: string,
  parts: HouseParts,
  options: CheckOptions = {},
): Promise<Report> {
  const watch = startWatch((file) => file.startsWith(source) && !file.startsWith(suite));
  const { open, rules } = houseRails[name]!;
  try {
    return await check(
      { name, open: () => open(parts, watch), rules: [...usualRules, ...rules(parts, watch)], watch },
      options,
    );
  } finally {
    watch.end();
  }
}
