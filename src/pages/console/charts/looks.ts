// How marks look: each has a colour by its class (assets/charts.css), and all but the plainest a hatching as second mark.
import { type Html, html, raw } from '../../html.ts';

const hatchings = {
  slant: '<path d="M-1.5 1.5L1.5 -1.5M0 6L6 0M4.5 7.5L7.5 4.5"/>',
  level: '<path d="M0 1.5H6M0 4.5H6"/>',
  upright: '<path d="M1.5 0V6M4.5 0V6"/>',
  dots: '<circle cx="1.5" cy="1.5" r="1"/><circle cx="4.5" cy="4.5" r="1"/>',
  cross: '<path d="M0 0L6 6M6 0L0 6"/>',
};

const looks = {
  money: undefined,
  today: 'slant',
  successful: undefined,
  declined: 'slant',
  cancelled: 'level',
  abandoned: 'dots',
  expired: 'upright',
  failed: 'cross',
  retried: 'level',
  waiting: 'dots',
  owed: undefined,
  floats: 'level',
  'in-flight': 'slant',
  suspense: 'dots',
} as const satisfies Record<string, keyof typeof hatchings | undefined>;

export type Look = keyof typeof looks;

/** Returns the hatchings of some looks. Each chart has its own, because ids are unique on a page. */
export function hatchingsOf(id: string, used: readonly Look[]): Html {
  const patterns = used.map((look) => {
    const hatching = looks[look];
    if (hatching === undefined) return undefined;
    return html`<pattern id="${id}-${look}" class="hatching ${look}" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6"/>${raw(hatchings[hatching])}</pattern>`;
  });
  return html`<defs>${patterns}</defs>`;
}

/** Returns the attributes of a mark with a look. */
export const looksLike = (id: string, look: Look): Html =>
  looks[look] === undefined ? html`class="piece ${look}"` : html`class="piece" fill="url(#${id}-${look})"`;
