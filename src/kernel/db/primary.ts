// Finds the primary, or a standby, among several hosts: queries all at once for their role. A former primary can come
// back as a standby, so each new connection queries again, or shares a result that is younger than a moment.
import { type Address, driverOptions, type Place, placeWords } from './address.ts';
import { createConnectionGate } from './connection-gate.ts';
import postgres from './driver.ts';

/** The time for which a result is shared, in milliseconds. */
const freshMs = 250;
/** The time within which a host must respond, in seconds. */
const limitSeconds = 2;
/** When one takes writes, the time for the others to report that they do as well, in milliseconds. */
const graceMs = 100;

/** A host's report of itself. */
interface Word {
  takesWrites: boolean;
  /** The same of two hosts that lead to one server, such as two proxies. */
  since: string;
}

const finders = new Map<string, Find>();

export type Find = () => Promise<Place>;

/** Returns what finds the host of an address that takes writes: the same for all pools, so that they agree. */
export const primaryOf = (url: string, address: Address): Find =>
  finderOf(`primary ${url}`, () => findHost(address, ({ takesWrites }) => takesWrites, judge));

/** Returns a function that finds a standby: the first that responds. */
export const standbyOf = (url: string, address: Address): Find =>
  finderOf(`standby ${url}`, () => findHost(address, ({ takesWrites }) => !takesWrites, judgeStandby));

function finderOf(name: string, findNow: Find): Find {
  const known = finders.get(name);
  if (known) return known;
  let asked: Promise<Place> | undefined;
  const find = (): Promise<Place> => {
    if (asked) return asked;
    const asking = findNow();
    asked = asking;
    const forget = () => setTimeout(() => (asked = undefined), freshMs).unref();
    asking.then(forget, forget);
    return asking;
  };
  finders.set(name, find);
  return find;
}

type Words = ReadonlyMap<Place, Word | Error>;

async function findHost(
  address: Address,
  isWanted: (word: Word) => boolean,
  decide: (places: readonly Place[], words: Words) => Place,
): Promise<Place> {
  const { places } = address;
  const words = new Map<Place, Word | Error>();
  const gate = createConnectionGate();
  const { promise: first, resolve: oneIsWanted } = Promise.withResolvers<void>();
  const all = Promise.all(
    places.map(async (place) => {
      const word = await ask(address, place, gate.connect).catch((error: Error) => error);
      words.set(place, word);
      if (!(word instanceof Error) && isWanted(word)) oneIsWanted();
    }),
  );
  try {
    await Promise.race([all, first.then(() => Promise.race([all, pause(graceMs)]))]);
  } finally {
    gate.cut();
  }
  return decide(places, words);
}

/** Throws, with each host's report in words, if no host takes writes or several servers do. */
function judge(places: readonly Place[], words: Words): Place {
  const takers = places.flatMap((place) => {
    const word = words.get(place);
    return word && !(word instanceof Error) && word.takesWrites ? [{ place, since: word.since }] : [];
  });
  const [first] = takers;
  const said = wordsOfAll(places, words);
  if (!first)
    throw Object.assign(new Error(`no host accepts writes: ${said}`), { code: codeOf([...words.values()]) });
  // Two servers that diverge would both take payments: neither is used until an operator stops one.
  if (new Set(takers.map(({ since }) => since)).size > 1)
    throw Object.assign(new Error(`more than one host accepts writes: ${said}`), { code: 'ECONNREFUSED' });
  return first.place;
}

function judgeStandby(places: readonly Place[], words: Words): Place {
  const standby = [...words].find(([, word]) => !(word instanceof Error) && !word.takesWrites);
  if (standby) return standby[0];
  throw Object.assign(new Error(`no host is a standby: ${wordsOfAll(places, words)}`), {
    code: 'ECONNREFUSED',
  });
}

const wordsOfAll = (places: readonly Place[], words: Words): string =>
  places.map((place) => `${placeWords(place)} ${wordsOf(words.get(place))}`).join(', ');

function wordsOf(word: Word | Error | undefined): string {
  if (!word) return 'does not answer';
  if (word instanceof Error) return `fails (${word.message || (word as { code?: string }).code})`;
  return word.takesWrites ? 'takes writes' : 'is a standby';
}

/** A lasting fault, such as a wrong password, is reported as itself if all hosts agree; anything else can pass. */
function codeOf(words: (Word | Error)[]): string {
  const codes = words.map((word) => (word instanceof Error ? ((word as { code?: string }).code ?? '') : ''));
  return codes.every((code) => /^(?:28|3D)/.test(code)) ? codes[0]! : 'ECONNREFUSED';
}

async function ask(
  address: Address,
  place: Place,
  connect: ReturnType<typeof createConnectionGate>['connect'],
): Promise<Word> {
  const { settings: _, ...options } = driverOptions(address);
  const sql = postgres({
    ...options,
    ...{ host: [place.host], port: [place.port], max: 1, fetch_types: false, connect_timeout: limitSeconds },
    connection: { application_name: 'tefo host' },
    ...({ socket: () => connect(place) } as object),
    onnotice: () => {},
  } as never);
  try {
    const [row] = await sql.unsafe<[Word]>(
      `select current_setting('transaction_read_only') = 'off' as "takesWrites",
        pg_postmaster_start_time()::text as since`,
    );
    return row;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
