// tefo listen: every event of a site, at a local address.
import { loadConfig } from '../../config.ts';
import { type EventType, eventRegistry } from '../../core/events.ts';
import { systemClock } from '../../kernel/clock.ts';
import { sayJson, sayLines } from '../../kernel/terminal.ts';
import { type Command, readArgs, required, UsageError } from '../command.ts';
import { untilSignalled } from '../connection.ts';
import { readSince } from '../since.ts';
import { listen, type Note } from './loop.ts';
import { messageTypes } from './messages.ts';
import { record, textLine } from './words.ts';

const events = Object.keys(eventRegistry) as EventType[];

export const listenCommand: Command = {
  usage:
    'listen --forward-to URL [--message-type TYPE] [--events A,B] [--site CODE] [--name NAME] [--since TIME]',
  about:
    'Relay every event of a site to a local address, with the signature of a real webhook; goes on where it stopped.',
  more: 'thin (the default) and full are what a webhook of that message type gets; notify is the form that the Payments API posts to a notifyUrl. What there are no webhooks for (payouts, subscriptions, bulk jobs) comes as its notifyUrl gets it. A listener is found again by its name, which is the URL where none is given; of two with one name, the later takes over. The first time it begins with what happens from now on, or since TIME (30m, 1h, 2d, or an instant), and --since begins there again. An answer other than 2xx is tried again after 1, 5 and 15 seconds.',
  choices: { '--message-type': messageTypes, '--events': events },
  run: async (args) => {
    const { values } = readArgs(args, [], {
      'forward-to': { type: 'string' },
      'message-type': { type: 'string' },
      events: { type: 'string' },
      site: { type: 'string' },
      name: { type: 'string' },
      since: { type: 'string' },
    });
    const config = loadConfig();
    const forwardTo = readAddress(required(values, 'forward-to'));
    const text = (name: string) => values[name] as string | undefined;
    // What is wrong with it is said at once, and not when the service is there.
    if (text('since') !== undefined) readSince(text('since')!, systemClock().now());
    const print = (note: Note) =>
      values.json
        ? sayJson(record(note))
        : sayLines([textLine(note, { forwardTo, publicUrl: config.publicUrl })]);
    const why = await listen({
      config,
      site: text('site'),
      forwardTo,
      messageType: readMessageType(text('message-type')),
      types: readEvents(text('events')),
      name: text('name') ?? forwardTo,
      since: text('since'),
      say: print,
      signal: untilSignalled(),
    });
    return why === 'asked' ? 0 : 1;
  },
};

/** An http address; of `localhost:3000/hook` the scheme is understood. */
function readAddress(given: string): string {
  const url = URL.parse(/^[a-z]+:\/\//i.test(given) ? given : `http://${given}`);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--forward-to is an address like http://localhost:3000/hook');
  return url.href;
}

function readMessageType(given = 'thin') {
  const type = messageTypes.find((one) => one === given);
  if (!type) throw new UsageError(`--message-type is one of ${messageTypes.join(', ')}`);
  return type;
}

function readEvents(given: string | undefined): EventType[] | undefined {
  if (given === undefined) return undefined;
  return given.split(',').map((name) => {
    const event = events.find((one) => one === name.trim());
    if (!event) throw new UsageError(`there is no event ${name.trim()}; there are ${events.join(', ')}`);
    return event;
  });
}
