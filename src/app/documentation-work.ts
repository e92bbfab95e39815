// What the documentation's thread does: it imports all that the documents are made of, which the service itself never needs.
import type { Documents } from '../pages/docs/model.ts';
import type { Documentation } from '../pages/docs/routes.ts';
import { withSamples } from '../pages/docs/samples/index.ts';
import { createSite } from '../pages/docs/site.ts';
import { writeShownDocuments } from './documents.ts';
import { surfaceWords } from './surface-words.ts';

/** What of a service its documentation depends on. */
export interface Written {
  /** Where its surfaces are. */
  addresses: Parameters<typeof writeShownDocuments>[0];
  /** Samples make what they need with the sandbox's controls. */
  isSandbox: boolean;
}

export function writeDocumentation({ addresses, isSandbox }: Written): Documentation {
  const shown = writeShownDocuments(addresses) as object as Documents;
  const documents = withSamples(shown, isSandbox);
  const asJson = Object.entries(documents).map(([name, document]) => [name, JSON.stringify(document)]);
  return { site: createSite(documents, surfaceWords), documents: Object.fromEntries(asJson) };
}
