// A mail server that ends with the test file.
import { atEnd } from './ending.ts';
import { type MailServer, startMailServer } from './smtp-server.ts';

export type { Behaviour, MailServer, ReceivedMail } from './smtp-server.ts';

export async function openMailServer(): Promise<MailServer> {
  const { close, ...server } = await startMailServer();
  atEnd(close);
  return server;
}
