// A registry of npm packages that accepts every package, to test a package's metadata.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

export interface Published {
  access: string;
  manifest: Record<string, unknown>;
}

/**
 * Publishes a tarball by npm; returns the request that the registry received. Throws npm's reason where npm
 * refuses it.
 */
export async function publish(tarball: string, cwd: string): Promise<Published> {
  let got: Published | undefined;
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    if (request.method === 'PUT') {
      const { access, versions } = JSON.parse(body);
      got = { access, manifest: Object.values<Record<string, unknown>>(versions)[0]! };
    }
    response
      .writeHead(request.method === 'PUT' ? 201 : 404, { 'content-type': 'application/json' })
      .end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = [`--registry=http://${host}/`, `--//${host}/:_authToken=test`, '--loglevel=error'];
  try {
    await promisify(execFile)(
      'npm',
      ['publish', tarball, '--ignore-scripts', '--provenance=false', ...settings],
      { cwd },
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
  if (!got) throw new Error('npm published nothing');
  return got;
}
