// The errors of onboarding documents: a part of errors.ts.
import { entry } from './error-entry.ts';

export const onboardingErrors = {
  DocumentNotFound: entry(
    'notFound',
    'Document not found',
    'No document of this merchant has the identifier, or its content was erased.',
    'Open the list of documents, or use `tefo onboarding show`.',
  ),
};
