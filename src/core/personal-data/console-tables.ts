// Places of personal data among the console's users.
import { resetRequests } from '../users/reset-store.ts';
import { sessions } from '../users/session-store.ts';
import { invitations, users } from '../users/user-store.ts';
import { views } from '../users/view-store.ts';
import { type PersonalTable, personalIn } from './personal-table.ts';

export const consoleTables: Record<string, PersonalTable> = {
  'console.users': {
    key: ['id'],
    links: ['id'],
    columns: personalIn(users),
    open: {
      when: 'disabled_at is null',
      why: 'a user who signs in to the console: `tefo user disable` first',
    },
  },
  'console.sessions': {
    key: ['id'],
    links: ['user_id'],
    columns: personalIn(sessions),
  },
  'console.identities': {
    key: ['issuer', 'subject'],
    links: ['user_id'],
    columns: { subject: 'clear' },
    isDeleted: true,
  },
  'console.passkeys': { key: ['id'], links: ['user_id'], columns: { name: 'blank' } },
  'console.invitations': {
    key: ['id'],
    links: [],
    columns: personalIn(invitations),
    open: {
      when: 'used_at is null and expires_at > $now',
      why: 'an invitation that may still be taken',
      until: 'expires_at',
    },
    isDeleted: true,
  },
  'console.reset_requests': { key: ['id'], links: [], columns: personalIn(resetRequests), isDeleted: true },
  'console.views': { key: ['id'], links: [], columns: personalIn(views) },
  'console.audit': {
    key: ['position'],
    links: ['subject'],
    isBySubject: true,
    columns: { subject: 'redact', before: 'redact', after: 'redact', why: 'redact' },
    isShared: true,
  },
};
