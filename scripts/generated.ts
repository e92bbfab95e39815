// The files that are written from the code: `npm run docs` writes them, test/generated.test.ts compares them.
import { envExample, settingsMarkdown } from '../src/config.ts';
import { errorsMarkdown, statesMarkdown } from './documents.ts';

export const generated: { file: string; content: () => string | Promise<string> }[] = [
  { file: 'docs/settings.md', content: settingsMarkdown },
  { file: '.env.example', content: envExample },
  { file: 'docs/errors.md', content: errorsMarkdown },
  { file: 'docs/states.md', content: statesMarkdown },
];
