// The samples of every operation, as the documents and the pages of the reference show them.
import type { Documents } from '../model.ts';
import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { planOf } from './plan.ts';
import { python } from './python.ts';
import { shell } from './shell.ts';
import type { Step } from './steps.ts';

interface Language {
  lang: string;
  label: string;
  /** Its mark on a page. */
  mark: string;
  write(steps: readonly Step[]): string;
}

const languages: readonly Language[] = [
  { lang: 'Shell', label: 'curl', mark: 'sh', write: shell },
  { lang: 'JavaScript', label: 'Node', mark: 'js', write: javascript },
  { lang: 'PHP', label: 'PHP', mark: 'php', write: php },
  { lang: 'Python', label: 'Python', mark: 'python', write: python },
  { lang: 'C#', label: 'C#', mark: 'csharp', write: csharp },
  { lang: 'Java', label: 'Java', mark: 'java', write: java },
  { lang: 'Go', label: 'Go', mark: 'go', write: go },
];

/** Returns the mark of a sample's language on a page. */
export const markOf = (lang: string): string => languages.find((one) => one.lang === lang)?.mark ?? 'text';

/**
 * Returns the documents with `x-codeSamples` at each operation. In a sandbox each sample is complete: it creates what it
 * needs. Elsewhere names such as PAYMENT_ID represent the merchant's objects.
 */
export function withSamples(documents: Documents, isSandbox: boolean): Documents {
  const copy = JSON.parse(JSON.stringify(documents)) as Documents;
  for (const [surface, document] of Object.entries(copy))
    for (const methods of Object.values(document.paths))
      for (const operation of Object.values(methods)) {
        // The form identifies the client that requests a token. The page's "try it" would send an empty header with it.
        if (operation.security?.some((way) => 'client' in way)) operation.security = [];
        const steps = planOf(documents, surface, operation.operationId, isSandbox);
        operation['x-codeSamples'] = languages.map(({ lang, label, write }) => ({
          lang,
          label,
          source: write(steps),
        }));
      }
  return copy;
}
