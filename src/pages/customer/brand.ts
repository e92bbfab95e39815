// How a merchant's pages look and how it is reached: its logo, and a stylesheet of its colour, each at an address that is
// named by its content.
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

/** The part of the frame that follows from a site's settings. */
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

/** The address of the stylesheet of a colour, like "/brand/accent-0a6b4a-1a2b3c4d5e.css". */
export function accentPath(colour: string): string {
  return `/brand/accent-${colour.slice(1)}-${sha256Hex(accentSheet(colour)).slice(0, 10)}.css`;
}

/** The grounds of the stylesheet, and what stands on a pale accent. */
const grounds = { light: '#ffffff', dark: '#18221d', darkText: '#0f1613' };

/** The stylesheet of a site's colour: in the dark a paler one, of the same hue, with dark text on it. */
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

/** The stylesheet at an address, if a site could have its colour and the address is the present one. */
export function accentSheetAt(path: string): string | undefined {
  const [, digits] = /^\/brand\/accent-([0-9a-f]{6})-[0-9a-f]{10}\.css$/.exec(path) ?? [];
  if (digits === undefined) return undefined;
  const colour = `#${digits}`;
  const isAllowed = contrast(colour, '#ffffff') >= textContrast;
  return isAllowed && accentPath(colour) === path ? accentSheet(colour) : undefined;
}
