// Invalid settings.
import { ConfigError, loadConfig } from '../../src/app/config.ts';

/** Returns every problem of an environment; none where it is usable. */
export function problemsOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
