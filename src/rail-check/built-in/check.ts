// Checks a built-in rail.
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
import type { ServiceParts } from './parts.ts';
import { openSimulatorStage } from './simulator-stage.ts';

interface BuiltInRail {
  open(parts: ServiceParts, watch: Watch): Promise<Stage>;
  /** Rules for this rail only, in addition to the common ones. */
  rules(parts: ServiceParts, watch: Watch): readonly Rule[];
}

const builtInRails: Record<string, BuiltInRail> = {
  simulator: { open: openSimulatorStage, rules: () => [] },
  files: { open: openFilesStage, rules: () => filesRules },
  investec: { open: openInvestecStage, rules: () => investecRules },
};

/** The names of the built-in rails that the suite checks. */
export const builtInNames = Object.keys(builtInRails);

const source = fileURLToPath(new URL('../../', import.meta.url));
const suite = fileURLToPath(new URL('../', import.meta.url));

export interface BuiltInOptions extends CheckOptions {
  /** Injects a fault into each stage, to test the suite itself. */
  spoil?: (stage: Stage) => void;
}

/** Checks a built-in rail by its name. Throws for an unknown name. */
export async function checkBuiltInRail(
  name: string,
  parts: ServiceParts,
  { spoil, ...options }: BuiltInOptions = {},
): Promise<Report> {
  const watch = startWatch((file) => file.startsWith(source) && !file.startsWith(suite));
  const { open: openStage, rules } = memberOf(builtInRails, name);
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
