// Generates docs/roles.md: the permissions of the console's roles.
import { actions, permissions, roles, rolesThatMay } from '../src/core/users/permissions.ts';

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

Permissions by role. A merchant's role covers only the rows of that merchant. An operator's role covers all merchants and
unallocated rows. A user can have a role at several merchants. An action marked with * moves money or changes permissions: it
requires a second factor that is at most five minutes old. The audit log contains the names of the actions. \`npm run docs\`
generates this page from \`src/core/users/permissions.ts\`.

| Action | Permission to | ${roles.join(' | ')} |
|---|---|${roles.map(() => '---|').join('')}
${rows.join('')}`;
}
