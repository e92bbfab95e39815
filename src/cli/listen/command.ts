// tefo listen: forwards every event of a site to a local address.

import { type EventType, eventRegistry } from '../../core/events.ts';
import { systemClock } from '../../kernel/clock.ts';
import { sayJson, sayLines } from '../../kernel/process/terminal.ts';
import { type Choices, UsageError, type Work } from '../command.ts';
import { commandConfig } from '../config.ts';
import { untilSignalled } from '../connection.ts';
import { readSince } from '../since.ts';
import { listen, type Note } from './loop.ts';
import { messageTypes } from './messages.ts';
import { record, textLine } from './texts.ts';

const events = Object.keys(eventRegistry) as EventType[];

export const listenChoices: Choices = { '--message-type': messageTypes, '--events': events };

export const listenCommand: Work = async ({ values }) => {
  const config = commandConfig();
  const forwardTo = readAddress(String(values.forwardTo));
  const text = (name: string) => values[name] as string | undefined;
  // Invalid arguments are reported at once, not when the service is up.
  if (text('since') !== undefined) readSince(text('since')!, systemClock().now());
  const print = (note: Note) =>
    values.json
      ? sayJson(record(note))
      : sayLines([textLine(note, { forwardTo, publicUrl: config.publicUrl })]);
  const why = await listen({
    config,
    site: text('site'),
    forwardTo,
    messageType: readMessageType(text('messageType')),
    types: readEvents(text('events')),
    name: text('name') ?? forwardTo,
    since: text('since'),
    say: print,
    signal: untilSignalled(),
  });
  return why === 'asked' ? 0 : 1;
};

/** Returns an http address; `localhost:3000/hook` gets the scheme http. */
function readAddress(given: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(given) ? given : `http://${given}`);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--forward-to must be an address such as http://localhost:3000/hook');
  return url.href;
}

function readMessageType(given = 'thin') {
  const type = messageTypes.find((one) => one === given);
  if (!type) throw new UsageError(`--message-type must be one of ${messageTypes.join(', ')}`);
  return type;
}

function readEvents(given: string | undefined): EventType[] | undefined {
  if (given === undefined) return undefined;
  return given.split(',').map((name) => {
    const event = events.find((one) => one === name.trim());
    if (!event) throw new UsageError(`there is no event ${name.trim()}; use ${events.join(', ')}`);
    return event;
  });
}
