// A pooler in front of PostgreSQL, like PgBouncer: it gives every transaction, or every session, one of its servers. It
// speaks only the needed part of the protocol.
import net from 'node:net';

export interface Pooler {
  url: string;
  close(): Promise<void>;
}

export interface PoolerOptions {
  mode: 'session' | 'transaction';
  /** Which idle server it takes: the last used, or the first. */
  takes?: 'last' | 'first';
}

interface Server {
  socket: net.Socket;
  client?: Client | undefined;
}

interface Client {
  socket: net.Socket;
  server?: Server | undefined;
  /** Messages that wait for a server. */
  waiting: Buffer[];
  /** Queries without a final reply. */
  open: number;
}

/** Runs in front of the server at `url` until it is closed. */
export async function openPooler(url: string, { mode, takes = 'last' }: PoolerOptions): Promise<Pooler> {
  const target = new URL(url);
  const idle: Server[] = [];
  const sockets = new Set<net.Socket>();
  const queue: Client[] = [];

  function keep(socket: net.Socket): net.Socket {
    sockets.add(socket);
    socket.on('error', () => {});
    return socket.setNoDelay();
  }

  const listener = net.createServer((socket) => {
    keep(socket);
    socket.once('data', (startup: Buffer) => {
      const unknown = /statement_timeout|enable_seqscan/.exec(startup.toString())?.[0];
      if (unknown) return void socket.end(refusal(`unsupported startup parameter: ${unknown}`));
      const server: Server = { socket: keep(net.connect(Number(target.port), target.hostname)) };
      const client: Client = { socket, server, waiting: [], open: 1 };
      server.client = client;
      server.socket.write(startup);
      server.socket.on(
        'data',
        messages((message) => answered(server, message)),
      );
      socket.on(
        'data',
        messages((message) => asked(client, message)),
      );
      if (mode === 'session') socket.on('close', () => server.socket.destroy());
    });
  });

  function asked(client: Client, message: Buffer): void {
    const type = String.fromCharCode(message[0]!);
    if (type === 'X') return;
    if (type === 'Q' || type === 'S') client.open += 1;
    if (!client.server) {
      client.waiting.push(message);
      if (!queue.includes(client)) queue.push(client);
      serve();
    } else client.server.socket.write(message);
  }

  function answered(server: Server, message: Buffer): void {
    const { client } = server;
    if (!client) return;
    client.socket.write(message);
    if (message[0] !== 0x5a) return;
    client.open -= 1;
    if (mode === 'session' || client.open > 0 || message[5] !== 0x49) return;
    client.server = undefined;
    server.client = undefined;
    idle.push(server);
    serve();
  }

  function serve(): void {
    while (queue.length > 0 && idle.length > 0) {
      const client = queue.shift()!;
      const server = takes === 'last' ? idle.pop()! : idle.shift()!;
      client.server = server;
      server.client = client;
      for (const message of client.waiting.splice(0)) server.socket.write(message);
    }
  }

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as net.AddressInfo;
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

/** Splits a stream into messages: a letter, a length, the content. */
function messages(each: (message: Buffer) => void): (chunk: Buffer) => void {
  let bytes = Buffer.alloc(0);
  return (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 5 && bytes.length > bytes.readUInt32BE(1)) {
      const end = 1 + bytes.readUInt32BE(1);
      each(bytes.subarray(0, end));
      bytes = bytes.subarray(end);
    }
  };
}

function refusal(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}
