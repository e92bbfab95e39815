// From a wide screen to the phone: a QR code with the page's own address. The wide screen follows the phone's progress.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { encode } from 'uqr';
import { squarePng } from '../../kernel/formats/png.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type Html, html } from '../html.ts';
import { words } from '../messages/index.ts';
import type { HandOff, House } from './model.ts';
import { answerNotFound } from './not-found.ts';

/**
 * Offers to continue on the phone. The stylesheet shows it on wide screens only, and browsers load a lazy image only
 * where it is shown. Without scripts the page cannot update, so it has a link.
 */
export function handOff(model: HandOff, title: string): Html {
  const { handOff } = words(model.language);
  return html`<aside class="hand-off" data-hand-off aria-label="${title}">
<img src="${model.codePath}" width="160" height="160" alt="${handOff.code}" loading="lazy">
<div class="stack-small">
<h2>${title}</h2>
<p>${handOff.explain}</p>
<noscript><p><a href="${model.path}">${handOff.look}</a></p></noscript>
</div>
</aside>`;
}

/** Serves the codes of one kind of page. A code depends on its address alone, so nothing is looked up. */
export function codeRoute(
  server: FastifyInstance,
  { publicUrl, house }: { publicUrl: string; house: House },
  paths: { page(id: string): string; code(id: string): string },
): void {
  server.get<{ Params: { id: string } }>(paths.code(':id'), (request, reply) => {
    const { id } = request.params;
    if (!isUuid(id)) return answerNotFound(request, reply, house);
    return sendCode(reply, publicUrl + paths.page(id));
  });
}

function sendCode(reply: FastifyReply, address: string): unknown {
  return reply
    .type('image/svg+xml')
    .header('content-security-policy', "default-src 'none'")
    .header('cache-control', 'private, max-age=86400')
    .send(codeOf(address));
}

/** Returns an address as a QR code: dark on light in all colour schemes, with the margin that scanners need. */
export function codeOf(address: string): string {
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  const runs = data.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#14211b" d="${runs.join('')}"/></svg>`;
}

/** Returns the same as a PNG of at least 600 pixels, to be printed and sent. */
export function codePng(address: string): Buffer {
  const { data, size } = encode(address, { ecc: 'M', border: 4 });
  return squarePng(size, Math.ceil(600 / size), (x, y) => data[y]?.[x] === true);
}

/** Returns the start and length of each dark run in a row. */
function runsOf(row: boolean[]): [start: number, length: number][] {
  return row.flatMap((isDark, x): [number, number][] => {
    if (!isDark || row[x - 1]) return [];
    const end = row.indexOf(false, x);
    return [[x, (end < 0 ? row.length : end) - x]];
  });
}
