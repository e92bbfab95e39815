// The files that are written from the code: `npm run docs` writes them, test/generated.test.ts compares them.
import { envExample, settingsMarkdown } from '../src/config.ts';

export const generated: { file: string; content: () => string | Promise<string> }[] = [
  { file: 'docs/settings.md', content: settingsMarkdown },
  { file: '.env.example', content: envExample },
];
