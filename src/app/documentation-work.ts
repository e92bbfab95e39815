// The code of the documentation's thread. It imports the sources of the documents, which the service never loads.
import type { Documents } from '../pages/docs/model.ts';
import type { Documentation } from '../pages/docs/routes.ts';
import { withSamples } from '../pages/docs/samples/index.ts';
import { createSite } from '../pages/docs/site.ts';
import { writeShownDocuments } from './documents.ts';
import { surfaceWords } from './surface-words.ts';

/** The properties of a service that its documentation depends on. */
export interface Written {
  /** The base addresses of its surfaces. */
  addresses: Parameters<typeof writeShownDocuments>[0];
  /** Whether samples can use the sandbox's controls to create objects. */
  isSandbox: boolean;
}

export function writeDocumentation({ addresses, isSandbox }: Written): Documentation {
  const shown = writeShownDocuments(addresses) as object as Documents;
  const documents = withSamples(shown, isSandbox);
  const asJson = Object.entries(documents).map(([name, document]) => [name, JSON.stringify(document)]);
  return { site: createSite(documents, surfaceWords), documents: Object.fromEntries(asJson) };
}
