// The settings of commands.
import { type Config, environment, loadConfig } from '../app/config.ts';
import { recordedAddress } from '../app/credentials.ts';

/**
 * Returns the settings. If none gives the address of the service, it is the address of the latest service of this data
 * directory. Throws ConfigError.
 */
export function commandConfig(): Config {
  const env = environment();
  const config = loadConfig(env);
  if (env.TEFO_PORT || env.TEFO_PUBLIC_URL || config.mode === 'production') return config;
  const publicUrl = recordedAddress(config);
  return publicUrl === undefined ? config : loadConfig({ ...env, TEFO_PUBLIC_URL: publicUrl });
}
