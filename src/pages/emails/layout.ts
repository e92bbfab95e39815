// The layout of e-mails: one column, the merchant's name and colour, facts, one button. Mail programs ignore stylesheets and
// scripts, so styles are attributes, and everything can be read without images. The text part has the same content.
import { type Html, html, render } from '../html.ts';

/** The sender's brand: of a customer's e-mail the site's. */
export interface EmailBrand {
  name: string;
  /** The colour of the button, under white text. */
  colour?: string | undefined;
  /** An absolute address, with its size in px. */
  logo?: { url: string; width: number; height: number } | undefined;
}

export interface Letter {
  language: string;
  brand: EmailBrand;
  /** A test or a sandbox: no money moves. */
  banner?: string | undefined;
  heading: string;
  /** The amount, as the largest text. */
  sum?: string | undefined;
  paragraphs: readonly string[];
  facts?: readonly (readonly [name: string, value: string | undefined | null])[];
  button?: { words: string; url: string } | undefined;
  /** Below the button: what to do if something is wrong. */
  advice?: readonly string[];
  /** The sender, and the reason. */
  footer: readonly string[];
}

const colours = { ink: '#14211b', muted: '#55635b', line: '#dcdfd9', paper: '#fbfaf6', green: '#0a6b4a' };
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Returns both parts of an e-mail. */
export function writeLetter(letter: Letter): { text: string; html: string } {
  return { text: textOf(letter), html: render(markupOf(letter)) };
}

/** Returns a text with ordinary spaces: no-break spaces confuse searches and mail filters. */
export const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

function textOf({
  brand,
  banner,
  heading,
  sum,
  paragraphs,
  facts = [],
  button,
  advice = [],
  footer,
}: Letter): string {
  const present = facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const blocks = [
    ...[brand.name, banner, heading, sum, ...paragraphs, present.join('\n')],
    button && `${button.words}:\n${button.url}`,
    ...advice,
    `-- \n${footer.join('\n')}`,
  ];
  return `${plainSpaces(blocks.filter(Boolean).join('\n\n'))}\n`;
}

function markupOf({ language, brand, banner, ...letter }: Letter): Html {
  const { heading, sum, paragraphs, facts = [], button, advice = [], footer } = letter;
  const accent = brand.colour ?? colours.green;
  const present = facts.filter(([, value]) => value);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${heading}</title>
</head>
<body style="margin:0;padding:0;background:${colours.paper};color:${colours.ink};${font};font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${colours.paper}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid ${colours.line};border-radius:10px;text-align:left">
<tr><td style="height:6px;line-height:6px;font-size:0;background:${accent};border-radius:10px 10px 0 0">&nbsp;</td></tr>
<tr><td style="padding:24px 24px 8px 24px;font-size:16px;font-weight:600;color:${colours.ink}">${logoOf(brand)}${brand.name}</td></tr>
${banner && html`<tr><td style="padding:0 24px 8px 24px"><p style="margin:0;padding:8px 12px;background:#fdf3d7;border-radius:6px;font-size:14px;color:${colours.ink}">${banner}</p></td></tr>`}
<tr><td style="padding:8px 24px 24px 24px;color:${colours.ink}">
<h1 style="margin:0 0 8px 0;font-size:20px;line-height:1.3;font-weight:600">${heading}</h1>
${sum && html`<p style="margin:0 0 16px 0;font-size:32px;line-height:1.2;font-weight:600">${sum}</p>`}
${paragraphs.map((words) => html`<p style="margin:0 0 16px 0">${words}</p>`)}
${present.length > 0 && factsOf(present)}
${
  button &&
  html`<p style="margin:0 0 20px 0"><a href="${button.url}" style="display:inline-block;padding:12px 22px;background:${accent};color:#ffffff;text-decoration:none;font-weight:600;border-radius:8px">${button.words}</a></p>
<p style="margin:0 0 16px 0;font-size:13px;color:${colours.muted};overflow-wrap:anywhere;word-break:break-word">${button.url}</p>`
}
${advice.map((words) => html`<p style="margin:0 0 12px 0;font-size:14px;color:${colours.muted}">${words}</p>`)}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left"><tr><td style="padding:16px 24px;font-size:13px;color:${colours.muted}">
${footer.map((words) => html`<p style="margin:0 0 6px 0">${words}</p>`)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The name follows it, so the picture itself has no text. */
const logoOf = ({ logo }: EmailBrand): Html | undefined =>
  logo &&
  html`<img src="${logo.url}" alt="" width="${logo.width}" height="${logo.height}" style="display:block;border:0;margin:0 0 8px 0;max-width:100%">`;

const factsOf = (facts: NonNullable<Letter['facts']>): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px 0;border-top:1px solid ${colours.line}">${facts.map(
    ([name, value]) =>
      html`<tr><td width="120" style="padding:8px 12px 8px 0;border-bottom:1px solid ${colours.line};font-size:14px;color:${colours.muted};vertical-align:top;white-space:nowrap">${name}</td><td style="padding:8px 0;border-bottom:1px solid ${colours.line};font-size:14px;overflow-wrap:anywhere;word-break:break-word">${value}</td></tr>`,
  )}</table>`;
