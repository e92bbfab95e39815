// Serves pages and the real assets to a browser, with the real policy and without a port.
import type { Page, Request } from 'playwright-core';
import { assets } from '../../src/pages/assets.ts';
import { codeOf } from '../../src/pages/customer/hand-off.ts';
import { pagePolicy } from '../../src/pages/page.ts';

export type Answer = string | ((request: Request) => string);

/**
 * Serves the browser's requests to http://checkout.test from `pages` (by path) and the assets; anything else is a 404.
 * Returns the growing list of all requests.
 */
export async function servePages(page: Page, pages: Record<string, Answer>): Promise<Request[]> {
  const requests: Request[] = [];
  await page.unrouteAll();
  await page.route('**/*', async (route, request) => {
    requests.push(request);
    const { pathname } = new URL(request.url());
    const asset = assets.get(pathname);
    const answer = pages[pathname];
    if (asset) return route.fulfill({ contentType: asset.type, body: asset.body });
    if (pathname.endsWith('/code.svg')) {
      return route.fulfill({ contentType: 'image/svg+xml', body: codeOf(request.url()) });
    }
    if (answer === undefined) return route.fulfill({ status: 404, body: '' });
    const body = typeof answer === 'string' ? answer : answer(request);
    const contentType = body.startsWith('{') ? 'application/json' : 'text/html; charset=utf-8';
    return route.fulfill({ contentType, body, headers: { 'content-security-policy': pagePolicy() } });
  });
  return requests;
}
