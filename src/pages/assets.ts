// The files that pages load, read once. Their names depend on their content, so that they can be cached forever.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { getOrThrow } from '../kernel/required.ts';

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

export type AssetName =
  | 'tefo.css'
  | 'docs.css'
  | 'charts.css'
  | 'customer.js'
  | 'print.js'
  | 'copy.js'
  | 'docs-try.js'
  | 'docs-search.js'
  | 'console.css'
  | 'console.js'
  | 'mark.svg';

export interface Asset {
  type: string;
  body: Buffer;
  /** Returns it gzipped; compressed once, at the first request. */
  packed(): Buffer;
}

const read = (name: string): Buffer => readFileSync(new URL(`./assets/${name}`, import.meta.url));

/** Returns a file of htmx's package. Throws where it makes code of text, which our content policy forbids. */
function ofHtmx(name: string): Buffer {
  const body = readFileSync(new URL(import.meta.resolve(`htmx.org/dist/${name}`)));
  if (/\beval\s*\(|\bnew Function\b|\bFunction\s*\(/.test(body.toString()))
    throw new Error(`${name} makes code of text`);
  return body;
}

const bodies: Record<AssetName, Buffer> = {
  'tefo.css': read('tefo.css'),
  'docs.css': Buffer.concat(['tefo.css', 'docs.css'].map(read)),
  'charts.css': read('charts.css'),
  'customer.js': Buffer.from(`${read('bank-search.js')}${read('customer.js')}`.replace(/^export /gm, '')),
  'print.js': read('print.js'),
  'copy.js': read('copy.js'),
  'docs-try.js': read('docs-try.js'),
  'docs-search.js': read('docs-search.js'),
  'console.css': Buffer.concat(['tefo.css', 'console.css', 'charts.css'].map(read)),
  // One file: htmx starts before an extension in a second file has registered.
  'console.js': Buffer.concat([
    ...['htmx.min.js', 'ext/hx-sse.min.js'].flatMap((name) => [ofHtmx(name), Buffer.from(';\n')]),
    ...['console.js', 'passkeys.js'].map(read),
  ]),
  'mark.svg': read('mark.svg'),
};

/** The cache-control of an asset. Its name changes when its content does. */
export const assetCaching = 'public, max-age=31536000, immutable';

/** Every asset by its path, such as `/assets/tefo-1a2b3c4d5e.css`. */
export const assets: ReadonlyMap<string, Asset> = new Map();

const paths = new Map<AssetName, string>();
for (const [name, body] of Object.entries(bodies) as [AssetName, Buffer][]) {
  const [stem, extension] = name.split('.') as [string, keyof typeof types];
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 10);
  const path = `/assets/${stem}-${hash}.${extension}`;
  paths.set(name, path);
  let packed: Buffer | undefined;
  (assets as Map<string, Asset>).set(path, {
    type: types[extension],
    body,
    packed: () => {
      packed ??= gzipSync(body, { level: 9 });
      return packed;
    },
  });
}

export function assetPath(name: AssetName): string {
  return getOrThrow(paths, name);
}
