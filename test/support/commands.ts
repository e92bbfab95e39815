// Shell scripts of the documentation, whose commands run within the test: a program takes half a second to start.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { tefoWith } from './cli.ts';
import { atEnd } from './ending.ts';

/**
 * Creates a folder to run scripts in, with an `npx` whose `tefo` has these settings, and the DATABASE_URL of the script.
 * `tefo listen`, which runs alongside other commands, is a program.
 */
export async function openCommands(home: string, settings: Record<string, string>): Promise<void> {
  await mkdir(home, { recursive: true });
  const server = createServer(async (request, response) => {
    const given = Buffer.concat(await Array.fromAsync(request))
      .toString()
      .split('\0');
    const [databaseUrl, ...words] = given.slice(0, -1);
    const tefo = tefoWith({ ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
    const { code, out, err } = await tefo(
      ...words.map((word) => (existsSync(join(home, word)) ? join(home, word) : word)),
    );
    await Promise.all([writeFile(join(home, '.out'), out), writeFile(join(home, '.err'), err)]);
    response.end(String(code));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  const program = `#!/bin/sh
shift
[ "$1" = listen ] && exec "${process.execPath}" "${resolve('src/cli/main.ts')}" "$@"
code=$(printf '%s\\0' "\${DATABASE_URL-}" "$@" | curl -sS --data-binary @- http://127.0.0.1:${port})
cat "${home}/.out"
cat "${home}/.err" >&2
exit "$code"
`;
  await writeFile(join(home, 'npx'), program);
  await chmod(join(home, 'npx'), 0o755);
}
