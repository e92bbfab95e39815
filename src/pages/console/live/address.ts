// Finds the page of an address.
import { parse } from 'node:querystring';
import { itemAt } from '../../../kernel/required.ts';
import type { Fields, PageRoute } from '../visit.ts';

export interface Led {
  route: PageRoute;
  params: Fields;
  query: Fields;
  /** The path and query. */
  url: string;
}

const nowhere = 'http://console.invalid';
const longest = 2_000;

/** Returns the page at a path with its query; undefined for anything that is not an address of the console. */
export function leadTo(routes: readonly PageRoute[], asked: unknown): Led | 'nowhere' | undefined {
  if (typeof asked !== 'string' || asked.length > longest || !/^\/console(?:[/?]|$)/.test(asked))
    return undefined;
  const url = URL.parse(asked, nowhere);
  if (url?.origin !== nowhere || !/^\/console(?:\/|$)/.test(url.pathname)) return undefined;
  const segments = segmentsOf(url.pathname);
  if (!segments) return undefined;
  const query = parse(url.search.slice(1)) as Fields;
  // Like the router: a path without parameters precedes one that has a parameter in the same place.
  let best: Led | undefined;
  for (const route of routes) {
    const params = paramsOf(route.path, segments);
    if (params && (!best || Object.keys(params).length < Object.keys(best.params).length))
      best = { route, params, query, url: url.pathname + url.search };
  }
  return best ?? 'nowhere';
}

/** Returns the decoded parts of a path; undefined for an invalid encoding. */
function segmentsOf(path: string): string[] | undefined {
  try {
    return path.replace(/\/$/, '').split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function paramsOf(pattern: string, segments: readonly string[]): Fields | undefined {
  const expected = pattern.split('/');
  if (expected.length !== segments.length) return undefined;
  const params: Fields = {};
  for (const [index, part] of expected.entries()) {
    const given = itemAt(segments, index);
    if (part.startsWith(':')) params[part.slice(1)] = given;
    else if (part !== given) return undefined;
  }
  return params;
}
