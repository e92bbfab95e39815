// HAProxy, as docs/operations/scale.md has it: one port for the primary, as Patroni's REST interface reports it, and one
// for the service's ready processes.
import { writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { kill } from '../support/processes.ts';
import type { NodePlace } from './node.ts';
import type { Programs } from './programs.ts';
import type { Spawner } from './spawning.ts';

interface Ports {
  databasePort: number;
  frontPort: number;
  apiPorts: number[];
  places: NodePlace[];
}

export async function startHaproxy(spawner: Spawner, programs: Programs, ports: Ports) {
  const file = join(spawner.home, 'haproxy.cfg');
  const socket = join(spawner.home, 'haproxy.sock');
  await writeFile(file, configuration(socket, ports));
  const command = [...programs.haproxy, '-db', '-f', file];
  let child = spawner.spawn('haproxy', command);
  return {
    /** The name of the server that it uses as the primary; undefined without one, or when it does not respond. */
    chosen: async (): Promise<string | undefined> => {
      const rows = (await tell(socket, 'show stat -1 4 -1')).split('\n').map((line) => line.split(','));
      const [names, states] = [rows[0]!.indexOf('svname'), rows[0]!.indexOf('status')];
      const up = rows.filter((row) => row[0] === 'postgres' && row[states]?.startsWith('UP'));
      return up.length === 1 ? up[0]![names] : undefined;
    },
    kill: () => kill(child),
    start: (): void => {
      child = spawner.spawn('haproxy', command);
    },
  };
}

function configuration(socket: string, { databasePort, frontPort, apiPorts, places }: Ports): string {
  const nodes = places.map(
    ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
  );
  const apis = apiPorts.map((port, index) => `  server api${index + 1} 127.0.0.1:${port} check`);
  return `global
  maxconn 4000
  stats socket ${socket} mode 600 level admin
defaults
  timeout connect 2s
  timeout check 2s
listen postgres
  bind 127.0.0.1:${databasePort}
  mode tcp
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.join('\n')}
listen tefo
  bind 127.0.0.1:${frontPort}
  mode http
  balance roundrobin
  timeout client 60s
  timeout server 60s
  timeout http-request 30s
  option forwardfor
  option redispatch
  retry-on conn-failure
  option httpchk GET /health/ready
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1
${apis.join('\n')}
`;
}

/** Its response to a command; empty when it does not run. */
function tell(path: string, command: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect({ path }, () => socket.end(`${command}\n`));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (more) => (text += more)).on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}
