// A merchant's brand on its pages: its contact details, its logo, and a stylesheet of its colour. The addresses of both
// files depend on their content.
import type { Site } from '../../core/merchants/actions.ts';
import {
  contrast,
  darkened,
  darkenedTo,
  lightened,
  lightenedTo,
  mixed,
  textContrast,
} from '../../kernel/formats/colour.ts';
import { sha256Hex } from '../../kernel/security/crypto.ts';
import type { MerchantFrame } from './model.ts';

/** Returns the part of the frame that comes from a site's settings. */
export function brandOf({
  phone,
  email,
  colour,
  logo,
}: Site): Pick<MerchantFrame, 'contact' | 'logo' | 'accent'> {
  return {
    contact: { phone: phone ?? undefined, email: email ?? undefined },
    logo: logo ? { path: logoPath(logo.hash), width: logo.width, height: logo.height } : undefined,
    accent: colour === null ? undefined : accentPath(colour),
  };
}

export const logoPath = (hash: string): string => `/brand/logo-${hash}.png`;

/** Returns the address of a colour's stylesheet, like "/brand/accent-0a6b4a-1a2b3c4d5e.css". */
export function accentPath(colour: string): string {
  return `/brand/accent-${colour.slice(1)}-${sha256Hex(accentSheet(colour)).slice(0, 10)}.css`;
}

/** The backgrounds of the stylesheet, and the text colour on a pale accent. */
const grounds = { light: '#ffffff', dark: '#18221d', darkText: '#0f1613' };

/** Returns the stylesheet of a site's colour. In dark mode it is paler, of the same hue, with dark text on it. */
export function accentSheet(colour: string): string {
  const light = darkenedTo(colour, grounds.light, textContrast);
  const dark = lightenedTo(colour, grounds.dark, textContrast);
  const ofLight = tokens(light, '#ffffff', darkened(light, 0.6), mixed(light, grounds.light, 0.08));
  const ofDark = tokens(dark, grounds.darkText, lightened(dark, 0.3), mixed(dark, grounds.dark, 0.12));
  return `:root { ${ofLight} }
@media screen and (prefers-color-scheme: dark) {
  :root { ${ofDark} }
}
`;
}

const tokens = (accent: string, text: string, deep: string, tint: string): string =>
  `--accent: ${accent}; --accent-text: ${text}; --accent-deep: ${deep}; --accent-tint: ${tint};`;

/** Returns the stylesheet at an address, if a site could have its colour and the address is up to date. */
export function accentSheetAt(path: string): string | undefined {
  const [, digits] = /^\/brand\/accent-([0-9a-f]{6})-[0-9a-f]{10}\.css$/.exec(path) ?? [];
  if (digits === undefined) return undefined;
  const colour = `#${digits}`;
  const isAllowed = contrast(colour, '#ffffff') >= textContrast;
  return isAllowed && accentPath(colour) === path ? accentSheet(colour) : undefined;
}
