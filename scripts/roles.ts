// Generates docs/roles.md: who may what in the console.
import { actions, permissions, roles, rolesThatMay } from '../src/core/people/permissions.ts';

export function rolesMarkdown(): string {
  const mark = (action: (typeof actions)[number], role: (typeof roles)[number]) => {
    if (rolesThatMay(action, false).includes(role)) return 'yes';
    return rolesThatMay(action, true).includes(role) ? 'staging' : '–';
  };
  const rows = actions.map((action) => {
    const grave = 'isGrave' in permissions[action] ? ' *' : '';
    return `| \`${action}\` | ${permissions[action].words}${grave} | ${roles.map((role) => mark(action, role)).join(' | ')} |\n`;
  });
  return `# Roles of the console

Who may what. A role of a merchant reaches that merchant's rows alone; an operator's reaches all merchants, and the rows that
are nobody's yet. A person may have a role at several merchants. What is marked with * moves money or changes who may: it
asks for a second factor that is at most five minutes old. The names of the actions stand in the audit log. This page is
written from \`src/core/people/permissions.ts\` by \`npm run docs\`.

| Action | May | ${roles.join(' | ')} |
|---|---|${roles.map(() => '---|').join('')}
${rows.join('')}`;
}
