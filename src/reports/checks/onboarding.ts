// Compares the documents of merchants with their reviews and contents.
// all merchants: a check compares the whole database with itself.
import { checkOf, type Rules } from '../../core/findings.ts';
import { documentMachine } from '../../core/onboarding/state.ts';
import { pathRules } from './transactions.ts';

const rules: Rules = {
  'document-has-its-content': (db) => db`
    select document.id as object, format('is %s, its content is %s', document.state,
        case when content.document_id is null then 'missing' else 'of another merchant' end) as detail
    from onboarding_documents document
    left join onboarding_contents content on content.document_id = document.id
    where document.file_name is not null and content.merchant_id is distinct from document.merchant_id`,
};

export const checkOnboarding = checkOf({ ...rules, ...pathRules(documentMachine) });
