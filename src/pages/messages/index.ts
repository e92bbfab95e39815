// The languages for customers, and how a request's language is chosen.
import { af } from './af.ts';
import { en } from './en.ts';
import { st } from './st.ts';
import { xh } from './xh.ts';
import { zu } from './zu.ts';

export type Words = typeof en;
export type Language = 'en' | 'af' | 'zu' | 'xh' | 'st';

/** Every language by its tag, with its own name, in the order of the language switch. */
export const languages: { tag: Language; name: string }[] = [
  { tag: 'en', name: 'English' },
  { tag: 'af', name: 'Afrikaans' },
  { tag: 'zu', name: 'isiZulu' },
  { tag: 'xh', name: 'isiXhosa' },
  { tag: 'st', name: 'Sesotho' },
];

/**
 * The version of the consent text that a customer sees. Change it whenever the `consent` words of any language change:
 * it is stored with the payment, as proof of the customer's consent.
 */
export const consentVersion = '2026-11-27.2';

/**
 * The same for the text that allows regular payments: the `agree`, `does`, `sees` and other words of `subscribe`. Under
 * "2026-11-single" the page also offered ad-hoc charges, up to the amount, for subscriptions without a band.
 */
export const mandateConsentVersion = '2026-11-27.2';

const tables: Record<Language, Words> = { en, af, zu, xh, st };

export function words(language: Language): Words {
  return tables[language];
}

/**
 * Returns the language for a request: from the address (`?lang=zu`), else from the cookie, else the best of the
 * Accept-Language header, else English. Unknown languages are ignored.
 */
export function chooseLanguage(query?: string, cookie?: string, acceptLanguage?: string): Language {
  return known(query) ?? known(cookie) ?? accepted(acceptLanguage) ?? 'en';
}

function known(tag: string | undefined): Language | undefined {
  return languages.find((language) => language.tag === tag)?.tag;
}

/** In characters: several times the header of a browser with many languages. The rest is ignored. */
const longestHeader = 500;

function accepted(header = ''): Language | undefined {
  const wishes = header
    .slice(0, longestHeader)
    .split(',')
    .map((wish) => {
      const [tag, ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { language: known(tag?.split('-')[0]), weight: weight ? Number(weight.slice(2)) : 1 };
    });
  const possible = wishes.filter((wish) => wish.language && wish.weight > 0);
  // The sort is stable: with equal weights, the first one wins.
  return possible.sort((a, b) => b.weight - a.weight)[0]?.language;
}
