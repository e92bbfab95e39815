// What hosted continuous integration runs: workflows that can be read, commands that exist, and every long proof each night.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { test } from 'node:test';
import { parseDocument } from 'yaml';
import { listScenarios } from './simulator/scenario.ts';

interface Step {
  run?: string;
  uses?: string;
}

interface Job {
  'runs-on'?: string;
  'timeout-minutes'?: number;
  uses?: string;
  steps?: Step[];
  strategy?: { matrix: { proof: string[] } };
}

interface Workflow {
  on: object;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };

async function read(file: string) {
  const document = parseDocument(await readFile(file, 'utf8'));
  assert.deepEqual(document.errors, [], file);
  return document.toJS();
}

const workflows = new Map<string, Workflow>();
for await (const file of glob('.github/workflows/*.yml')) workflows.set(basename(file), await read(file));

const commandsOf = ({ jobs }: Workflow): string[] =>
  Object.values(jobs).flatMap(({ steps = [], strategy }) => [
    ...steps.flatMap(({ run }) => run ?? []),
    ...(strategy?.matrix.proof ?? []).map((proof) => `npm run ${proof}`),
  ]);

test('there is a workflow for changes, nights, images and releases', () => {
  assert.deepEqual([...workflows.keys()].sort(), ['ci.yml', 'docker.yml', 'nightly.yml', 'release.yml']);
});

for (const [name, workflow] of workflows)
  test(`${name} starts with read permissions, has time limits, and runs commands that exist`, () => {
    assert.deepEqual(workflow.permissions, { contents: 'read' });
    for (const [job, { steps, uses, 'timeout-minutes': minutes }] of Object.entries(workflow.jobs))
      assert.ok(uses ?? (steps && minutes), job);
    const named = commandsOf(workflow).flatMap((text) => [...text.matchAll(/npm run ([\w:]+)/g)]);
    for (const [, script = ''] of named) assert.ok(scripts[script], script);
  });

test('every long proof and every scenario runs each night', async () => {
  const nightly = commandsOf(workflows.get('nightly.yml')!).join('\n');
  const proofs = Object.keys(scripts).filter((name) => /^node test\/(?!support)/.test(scripts[name]!));
  const played = Object.keys(await listScenarios())
    .filter((name) => name !== 'histories')
    .map((name) => `simulate -- --scenario ${name}`);
  const missing = [...proofs, ...played].filter(
    (name) => !new RegExp(`npm run ${name}(?![\\w-])`).test(nightly),
  );
  assert.deepEqual(missing, []);
});

test('the image is for amd64 and arm64, and a release has the packages, the bill of materials and provenance', () => {
  const { image } = workflows.get('docker.yml')!.jobs;
  const build = image?.steps?.find(({ uses }) => uses?.startsWith('docker/build-push-action@'));
  assert.equal((build as { with?: { platforms?: string } }).with?.platforms, 'linux/amd64,linux/arm64');
  const { jobs } = workflows.get('release.yml')!;
  assert.equal(jobs.image?.uses, './.github/workflows/docker.yml');
  const text = commandsOf(workflows.get('release.yml')!).join('\n');
  for (const part of [
    'npm test',
    'npm pack ./sdk',
    'docs/sbom.cdx.json',
    'npm publish',
    'release.ts --notes',
  ])
    assert.ok(text.includes(part), part);
});

test('templates, updates and the container of development can be read', async () => {
  for (const file of ['bug.yml', 'proposal.yml', 'config.yml']) await read(`.github/ISSUE_TEMPLATE/${file}`);
  const { updates } = await read('.github/dependabot.yml');
  const ecosystems = updates.map((one: Record<string, string>) => one['package-ecosystem']);
  assert.deepEqual(ecosystems, ['npm', 'github-actions', 'docker']);
  const { forwardPorts } = JSON.parse(await readFile('.devcontainer/devcontainer.json', 'utf8'));
  assert.deepEqual(forwardPorts, [8420]);
});
