// Checks a rail that is a module.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RailModule } from '../core/rail-modules.ts';
import { openModuleStage } from './module-stage.ts';
import type { Report } from './report.ts';
import { type CheckOptions, check, usualRules } from './run.ts';
import { type Concern, startWatch } from './watch.ts';

/**
 * Checks the rail module at a `file:` URL. `load` imports the module here, so that its output and clock reads during
 * the import are recorded. Throws the errors of `load`.
 */
export async function checkModule(
  name: string,
  address: string,
  load: () => Promise<RailModule>,
  options: CheckOptions = {},
): Promise<Report> {
  const watch = startWatch(concernOf(fileURLToPath(address)));
  try {
    const module = await load();
    const hasCounterpart = typeof module.createCounterpart === 'function';
    const without = hasCounterpart
      ? undefined
      : 'the module exports no createCounterpart, so this rule cannot be checked';
    return await check(
      { name, open: () => openModuleStage(module, address, watch), rules: usualRules, watch, without },
      options,
    );
  } finally {
    watch.end();
  }
}

const service = fileURLToPath(new URL('../', import.meta.url));

/** Selects the module's files and its local imports, but not packages, Node or the service. */
function concernOf(path: string): Concern {
  const own = dirname(path);
  return (file) => {
    if (file.startsWith('node:') || file.startsWith(service)) return false;
    const place = file.startsWith(own) ? file.slice(own.length) : file;
    return !place.includes('/node_modules/');
  };
}
