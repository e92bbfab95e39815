// The PostgreSQL driver, repaired while it is loaded. When a connection dies, its version 3.4.9 throws where nobody
// can catch it, keeps half-written bytes and half-read rows for the next connection, and lets a transaction go on
// outside of itself (porsager/postgres#1066, #1154, #1208). A database that restarts must cost errors, not the process.
import { type LoadFnOutput, registerHooks } from 'node:module';
import type Postgres from 'postgres';

interface Repair {
  file: string;
  broken: string;
  repaired: string;
  /** How often the broken text stands in the file. */
  times: number;
}

const forget = 'query = errorResponse = results = null; result = new Result(); rows = 0';

const repairs: Repair[] = [
  {
    // A write that was put off finds its socket gone.
    file: 'connection.js',
    broken: '  function nextWrite(fn) {\n',
    repaired:
      "  function nextWrite(fn) {\n    if (!socket) { chunk = nextWriteTimer = null; error(Errors.connection('CONNECTION_CLOSED', options, socket)); return false }\n",
    times: 1,
  },
  {
    // A write that is called off must not stay half done: the next connection would begin with its bytes, or never write.
    file: 'connection.js',
    broken: '\n    clearImmediate(nextWriteTimer)\n',
    repaired: '\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    times: 2,
  },
  {
    // Rows and errors of the lost connection are no answer to the first query of the next. And a server that hangs up
    // on everybody has failed: where there is no other host, to call it again and again without a pause helps nobody.
    file: 'connection.js',
    broken: '    if (initial)\n      return reconnect()\n',
    repaired: `    if (initial && options.host.length > 1) { ${forget}; return reconnect() }\n`,
    times: 1,
  },
  {
    file: 'connection.js',
    broken: '    closedTime = performance.now()\n    hadError',
    repaired: `    ${forget}\n    closedTime = performance.now()\n    hadError`,
    times: 1,
  },
  {
    // What was asked between the error and the end of the connection would take the answers of the next one.
    file: 'connection.js',
    broken: '    !hadError && (query || sent.length) && error(',
    repaired: '    (initial || query || sent.length) && error(',
    times: 1,
  },
  {
    // What a transaction does after its connection was lost would be done on the next one, and outside of it.
    file: 'index.js',
    broken: 'new Promise((_, reject) => connection.onclose = reject)',
    repaired: 'new Promise((_, reject) => connection.onclose = error => reject(queries.lost = error))',
    times: 1,
  },
  {
    file: 'index.js',
    broken: 'q.catch(e => uncaughtError || (uncaughtError = e))\n',
    repaired:
      'q.catch(e => uncaughtError || (uncaughtError = e))\n        if (queries.lost) return q.reject(queries.lost)\n',
    times: 1,
  },
];

const hooks = registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    const file = /\/node_modules\/postgres\/src\/(\w+\.js)$/.exec(url)?.[1];
    return file ? repair(file, loaded) : loaded;
  },
});
const { default: postgres } = await import('postgres');
hooks.deregister();

function repair(file: string, loaded: LoadFnOutput): LoadFnOutput {
  let source = String(loaded.source);
  for (const { broken, repaired, times } of repairs.filter((one) => one.file === file)) {
    const found = source.split(broken).length - 1;
    if (found !== times)
      throw new Error(`postgres/src/${file} is not the one that src/kernel/db/driver.ts repairs`);
    source = source.replaceAll(broken, () => repaired);
  }
  return { ...loaded, source };
}

export default postgres;
export type { Postgres };
