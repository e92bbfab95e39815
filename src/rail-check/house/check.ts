// Checks a rail of the house.
import { fileURLToPath } from 'node:url';
import { memberOf } from '../../kernel/required.ts';
import type { Report, Rule } from '../report.ts';
import { type CheckOptions, check, usualRules } from '../run.ts';
import type { Stage } from '../stage.ts';
import { startWatch, type Watch } from '../watch.ts';
import { filesRules } from './files-rules.ts';
import { openFilesStage } from './files-stage.ts';
import { investecRules } from './investec-rules.ts';
import { openInvestecStage } from './investec-stage.ts';
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
  investec: { open: openInvestecStage, rules: () => investecRules },
};

/** The rails of the house that are checked. */
export const houseNames = Object.keys(houseRails);

const source = fileURLToPath(new URL('../../', import.meta.url));
const suite = fileURLToPath(new URL('../', import.meta.url));

export interface HouseOptions extends CheckOptions {
  /** Plants a fault into each stage, so that the suite itself is tested. */
  spoil?: (stage: Stage) => void;
}

/** Checks a rail of the house by its name. */
export async function checkHouseRail(
  name: string,
  parts: HouseParts,
  { spoil, ...options }: HouseOptions = {},
): Promise<Report> {
  const watch = startWatch((file) => file.startsWith(source) && !file.startsWith(suite));
  const { open: openStage, rules } = memberOf(houseRails, name);
  const open = async () => {
    const stage = await openStage(parts, watch);
    spoil?.(stage);
    return stage;
  };
  try {
    return await check({ name, open, rules: [...usualRules, ...rules(parts, watch)], watch }, options);
  } finally {
    watch.end();
  }
}
