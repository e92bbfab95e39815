// Hosts of one database as a failover leaves them: each is a proxy that leads to the test server, as its primary or, by a
// session that may only read, as a standby.
import net from 'node:net';

export interface Host {
  /** `127.0.0.1:<port>` */
  place: string;
  /** The response to new connections from now on. */
  is: 'primary' | 'standby' | 'silent';
  /** The number of open connections, including queries for the primary. */
  connected(): number;
  /** Ends every connection, as a server does that is stopped. */
  cut(): void;
  close(): Promise<void>;
}

export async function openHost(url: string, is: Host['is']): Promise<Host> {
  const target = new URL(url);
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket): net.Socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket.setNoDelay();
  };
  let clients = 0;
  const listener = net.createServer((client) => {
    keep(client);
    clients += 1;
    client.on('close', () => {
      clients -= 1;
    });
    if (host.is === 'silent') return;
    client.once('data', (startup: Buffer) => {
      const server = keep(net.connect(Number(target.port), target.hostname));
      server.write(host.is === 'standby' ? readOnly(startup) : startup);
      client.pipe(server).pipe(client);
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const host: Host = {
    place: `127.0.0.1:${(listener.address() as net.AddressInfo).port}`,
    is,
    connected: () => clients,
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return host;
}

/** Adds to the first message of a session that it may only read. */
function readOnly(startup: Buffer): Buffer {
  const setting = Buffer.from('default_transaction_read_only\0on\0\0');
  const longer = Buffer.concat([startup.subarray(0, -1), setting]);
  longer.writeUInt32BE(longer.length, 0);
  return longer;
}

/** Returns the address of a database at several hosts. */
export function atHosts(url: string, ...places: string[]): string {
  const { username, password, pathname } = new URL(url);
  return `postgres://${username}:${password}@${places.join()}${pathname}`;
}
