// tefo mcp: offers Tefo's tools to AI assistants by the Model Context Protocol, on standard input and output.
import { createDocumentationWriter } from '../../app/documentation.ts';
import { loadSearch } from '../../pages/docs/search.ts';
import type { Work } from '../command.ts';
import { commandConfig } from '../config.ts';
import { untilSignalled } from '../connection.ts';
import { refuseInProduction } from '../session.ts';
import { version } from '../version.ts';
import { reads } from './reads.ts';
import { serve } from './server.ts';
import { writes } from './writes.ts';

export const mcpCommand: Work = async ({ values }) => {
  const config = commandConfig();
  const canWrite = values.write === true;
  if (canWrite) refuseInProduction(config, 'mcp --write');
  const writer = createDocumentationWriter(config, config.mode === 'staging');
  let loaded: ReturnType<typeof loadSearch> | undefined;
  const searchDocs = async (query: string) => {
    loaded ??= writer.write().then(({ site }) => loadSearch(site.index));
    // A failed attempt is repeated by the next search.
    loaded.catch(() => (loaded = undefined));
    return (await loaded)(query);
  };
  const room = { config, site: values.site as string | undefined, searchDocs };
  try {
    const tools = { ...reads, ...(canWrite && writes) };
    await serve(tools, room, { version: version(), signal: untilSignalled() });
  } finally {
    await writer.close();
  }
};
