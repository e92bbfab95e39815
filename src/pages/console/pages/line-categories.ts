// The categories that the owner of a bank account adds for its statement lines.
import {
  addCategory,
  type CategoryKind,
  categoryKinds,
  removeCategory,
} from '../../../core/statements/actions.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { consolePath } from '../navigation.ts';
import { type FormRoute, Refusal } from '../visit.ts';
import { accountPath, ownAccount, showAccount } from './bank-accounts.ts';

const path = `${consolePath('bank-accounts')}/:id`;
const action = 'category.change';

export const categoryForms: FormRoute[] = [
  {
    path: `${path}/categories`,
    action,
    act: async (visit, work, fields) => {
      const { id, merchantId } = await ownAccount(visit);
      const { name, kind } = await addCategory(work, merchantId, {
        name: fields.name ?? '',
        kind: kindOf(fields.kind),
      });
      return {
        to: accountPath(id),
        said: `Category ${name} added.`,
        subject: `category ${name}`,
        merchantId,
        after: { name, kind },
      };
    },
    again: (visit, category) => showAccount(visit, { category }),
  },
  {
    path: `${path}/remove-category`,
    action,
    act: async (visit, work, { category = '' }) => {
      const { id, merchantId } = await ownAccount(visit);
      const removed = isUuid(category) ? await removeCategory(work, merchantId, category) : undefined;
      if (!removed) throw new Refusal(404, 'Category not found, or you do not have access.');
      return {
        to: accountPath(id),
        said: `Category ${removed.name} removed. Lines in it stay as they are.`,
        subject: `category ${removed.name}`,
        merchantId,
        before: { name: removed.name, kind: removed.kind },
      };
    },
    again: (visit, category) => showAccount(visit, { category }),
  },
];

function kindOf(typed: string | undefined): CategoryKind {
  const kind = categoryKinds.find((one) => one === typed);
  if (kind) return kind;
  throw new Refusal(422, 'Choose how the category is posted.', 'kind');
}
