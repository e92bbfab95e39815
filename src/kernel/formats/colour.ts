// Colours and their contrast as WCAG 2 defines it. A colour is a text like "#0a6b4a".

/** The least contrast of text with its background. */
export const textContrast = 4.5;

/** Linear red, green and blue, each from 0 to 1. */
type Light = readonly [red: number, green: number, blue: number];

const toLight = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLight = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

function lightOf(colour: string): Light {
  const partAt = (at: number) => toLight(Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return [partAt(1), partAt(3), partAt(5)];
}

/** `round` rounds parts that are not whole bytes. */
function colourOf(light: Light, round: (part: number) => number): string {
  const bytes = light.map((part) => round(fromLight(Math.min(1, Math.max(0, part))) * 255));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const luminanceOf = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

/** Returns the relative luminance of red, green and blue bytes, from 0 to 1. */
export function luminance(red: number, green: number, blue: number): number {
  return luminanceOf([toLight(red / 255), toLight(green / 255), toLight(blue / 255)]);
}

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const lights = [luminanceOf(lightOf(one)), luminanceOf(lightOf(other))];
  return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
}

/** Returns the colour, or the nearest darker one of its hue that has contrast `ratio` with a bright background. */
export function darkenedTo(colour: string, ground: string, ratio: number): string {
  const light = lightOf(colour);
  const most = (luminanceOf(lightOf(ground)) + 0.05) / ratio - 0.05;
  const share = most / luminanceOf(light);
  return share >= 1 ? colour : darkened(colour, share);
}

/** Returns the colour, or the nearest paler one of its hue that has contrast `ratio` with a dark background. */
export function lightenedTo(colour: string, ground: string, ratio: number): string {
  const light = lightOf(colour);
  const least = (luminanceOf(lightOf(ground)) + 0.05) * ratio - 0.05;
  const share = (least - luminanceOf(light)) / (1 - luminanceOf(light));
  return share <= 0 ? colour : lightened(colour, share);
}

/** Returns a colour with `share` of its light. */
export function darkened(colour: string, share: number): string {
  return colourOf(lightOf(colour).map((part) => part * share) as unknown as Light, Math.floor);
}

/** Returns a colour moved by `share` towards white. */
export function lightened(colour: string, share: number): string {
  return colourOf(lightOf(colour).map((part) => part + (1 - part) * share) as unknown as Light, Math.ceil);
}

/** Returns `share` of one colour over another, mixed as a screen does. */
export function mixed(colour: string, ground: string, share: number): string {
  const byte = (of: string, at: number) => Number.parseInt(of.slice(at, at + 2), 16);
  const bytes = [1, 3, 5].map((at) => Math.round(byte(colour, at) * share + byte(ground, at) * (1 - share)));
  return `#${bytes.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
