// The PostgreSQL driver, patched while it is loaded. When a connection dies, its version 3.4.9 throws where nobody can
// catch it, reuses half-written bytes and half-read rows on the next connection, and continues a transaction outside of
// it (porsager/postgres#1066, #1154, #1208). A database restart must cost errors, not the process.
import { type LoadFnOutput, registerHooks } from 'node:module';
import type Postgres from 'postgres';

interface Repair {
  file: string;
  broken: string;
  repaired: string;
  /** How many times the broken text occurs in the file. */
  times: number;
}

const forget = 'query = errorResponse = results = null; result = new Result(); rows = 0';

const repairs: Repair[] = [
  {
    // A deferred write finds its socket gone.
    file: 'connection.js',
    broken: '  function nextWrite(fn) {\n',
    repaired:
      "  function nextWrite(fn) {\n    if (!socket) { chunk = nextWriteTimer = null; error(Errors.connection('CONNECTION_CLOSED', options, socket)); return false }\n",
    times: 1,
  },
  {
    // A cancelled write must leave nothing: the next connection would begin with its bytes, or never write.
    file: 'connection.js',
    broken: '\n    clearImmediate(nextWriteTimer)\n',
    repaired: '\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n',
    times: 2,
  },
  {
    // Rows and errors of the lost connection must not go to the first query of the next. And when a single host hangs
    // up on every connection, it has failed: reconnecting without a pause does not help.
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
    // Queries sent between the error and the end of the connection would get the results of the next one.
    file: 'connection.js',
    broken: '    !hadError && (query || sent.length) && error(',
    repaired: '    (initial || query || sent.length) && error(',
    times: 1,
  },
  {
    // Statements of a transaction that has lost its connection would run on the next one, outside of the transaction.
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
