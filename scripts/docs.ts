// `npm run docs`: writes the files that are generated from the code.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { generated } from './generated.ts';

for (const { file, content } of generated) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await content());
  console.log(`wrote ${file}`);
}
