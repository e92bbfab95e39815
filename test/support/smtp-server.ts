// A mail server for tests: it speaks SMTP over a real socket, keeps what it accepts, and fails as it is told.
import { createServer, type Socket } from 'node:net';

export type Behaviour =
  /** Accepts every e-mail. */
  | 'good'
  /** Closes each connection before it greets. */
  | 'down'
  /** Says nothing at all. */
  | 'silent'
  /** Refuses every recipient for good, or for now. */
  | 'rejects'
  | 'busy'
  /** Refuses the text after DATA for good. */
  | 'spam'
  /** Keeps the e-mail, and breaks the connection off before it says so. */
  | 'breaks off';

export interface ReceivedMail {
  from: string;
  to: string;
  raw: string;
  messageId: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** The connections that were opened. */
  connections(): number;
  be(behaviour: Behaviour): void;
}

/** Opens a mail server. Its caller closes it. */
export async function startMailServer(): Promise<MailServer & { close(): Promise<void> }> {
  let behaviour: Behaviour = 'good';
  let connections = 0;
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (behaviour === 'down') return void socket.destroy();
    if (behaviour === 'silent') return undefined;
    converse(socket, () => behaviour, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    be: (next) => {
      behaviour = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function converse(socket: Socket, behaviour: () => Behaviour, received: ReceivedMail[]): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let [from, to, buffer, isData] = ['', '', '', false];
  say('220 test');
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
      if (end < 0) return;
      const text = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (isData) takeMail(text);
      else takeLine(text);
    }
  });

  function takeMail(raw: string): void {
    isData = false;
    if (behaviour() === 'spam') return void say('554 5.7.1 looks like spam');
    const [, messageId = ''] = /^message-id: *<([^>]*)>/im.exec(raw) ?? [];
    received.push({ from, to, raw, messageId });
    if (behaviour() === 'breaks off') socket.destroy();
    else say('250 2.0.0 accepted');
  }

  function takeLine(line: string): void {
    const word = line.slice(0, 4).toUpperCase();
    if (word === 'EHLO' || word === 'HELO') say('250 test');
    else if (word === 'MAIL') {
      [, from = ''] = /<([^>]*)>/.exec(line) ?? [];
      say('250 2.1.0 ok');
    } else if (word === 'RCPT') {
      [, to = ''] = /<([^>]*)>/.exec(line) ?? [];
      const answers: Partial<Record<Behaviour, string>> = {
        rejects: '550 5.1.1 no such user',
        busy: '451 4.3.0 try again later',
      };
      say(answers[behaviour()] ?? '250 2.1.5 ok');
    } else if (word === 'DATA') {
      isData = true;
      say('354 go on');
    } else if (word === 'QUIT') socket.end('221 bye\r\n');
    else say('250 ok');
  }
}
