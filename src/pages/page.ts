// The frame of every page: language, title, one stylesheet, a skip link, and nothing inline.
import { type AssetName, assetPath } from './assets.ts';
import { type Html, html } from './html.ts';
import { type Language, words } from './messages/index.ts';

export interface PageParts {
  language: Language;
  title: string;
  /** The content of `<main>`. */
  main: Html;
  /** The state of the page's subject: `data-state` of `<main>`. */
  state?: string;
  /** Above the column, as wide as the window, such as a test band. */
  band?: Html;
  header?: Html;
  /** Below the column, as wide as the window. */
  below?: Html;
  footer?: Html;
  /**
   * `narrow` (440 px, the default) for customers, `task` with a side column on wide screens, `wide` for reading, `docs`
   * with the navigation at the side.
   */
  width?: 'narrow' | 'task' | 'wide' | 'docs';
  /** Set if it is not the usual one. */
  stylesheet?: AssetName;
  /** The address of another stylesheet, with the colours of buttons and choices. */
  accent?: string;
  scripts?: AssetName[];
  /** Attributes the scripts read, written as `data-…` on the body. */
  data?: Record<string, string>;
  /** Reloads the page after so many seconds if scripts do not run. */
  refreshSeconds?: number;
}

/** Returns a complete page. It has no inline script or style, so that `pagePolicy` can forbid both. */
export function page(parts: PageParts): Html {
  const { language, title, stylesheet = 'tefo.css', scripts = [], refreshSeconds } = parts;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="same-origin">
<link rel="icon" type="image/svg+xml" href="${assetPath('mark.svg')}">
<link rel="stylesheet" href="${assetPath(stylesheet)}">
${parts.accent && html`<link rel="stylesheet" href="${parts.accent}">`}
${scripts.map((script) => html`<script src="${assetPath(script)}" defer></script>`)}
${refreshSeconds ? html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` : ''}
</head>
<body${attributes(parts.data)}>
<a class="skip" href="#main">${words(language).frame.skip}</a>
${parts.band}
<div class="column ${parts.width ?? 'narrow'}-column">
${parts.header}
<main id="main" tabindex="-1"${parts.state && html` data-state="${parts.state}"`}>
${parts.main}
</main>
${parts.footer}
</div>
${parts.below}
</body>
</html>
`;
}

function attributes(data: Record<string, string> = {}): Html[] {
  return Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
}

/**
 * Returns the Content-Security-Policy of a page. Its forms may lead to us and to the origins in `formTargets`: browsers
 * check the redirect after a form against this list too.
 */
export function pagePolicy(formTargets: string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
