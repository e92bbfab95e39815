// What an operator deploys with: it can be read, names settings that exist, and runs without root and without writing.
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../src/app/config-table.ts';

const names = Object.values(settings).map(({ name }) => name);

interface Container {
  image: string;
  env: { name: string }[];
  securityContext: object;
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a different shape.
  spec: any;
}

async function manifests(): Promise<Manifest[]> {
  const files = (await Array.fromAsync(glob('deploy/kubernetes/*.yaml'))).sort();
  assert.ok(files.includes('deploy/kubernetes/cloudnative-pg.yaml'));
  const all: Manifest[] = [];
  for (const file of files)
    for (const document of parseAllDocuments(await readFile(file, 'utf8'))) {
      assert.deepEqual(document.errors, [], file);
      all.push(document.toJS());
    }
  return all;
}

test('each manifest names a distinct kind, and the parts fit together', async () => {
  const all = await manifests();
  for (const { apiVersion, kind, metadata } of all) assert.ok(apiVersion && kind && metadata.name);
  const ids = all.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  assert.equal(new Set(ids).size, ids.length);
  const named = (kind: string, name: string) =>
    all.find((one) => one.kind === kind && one.metadata.name === name)!;
  const { selector } = named('Service', 'tefo').spec;
  const { template, ...deployed } = named('Deployment', 'tefo-api').spec;
  assert.deepEqual(template.metadata.labels, selector);
  assert.deepEqual(deployed.selector.matchLabels, selector);
  assert.ok(ids.includes('Cluster/tefo-postgres'));
});

test('every container runs without root, on a read-only root, with settings that exist', async () => {
  const all = await manifests();
  const pods = all.flatMap(({ spec }) => spec?.jobTemplate?.spec.template ?? spec?.template ?? []);
  assert.equal(pods.length, 3);
  for (const { spec } of pods) {
    assert.equal(spec.securityContext.runAsNonRoot, true);
    for (const { env, securityContext } of spec.containers as Container[]) {
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      for (const { name } of env) assert.ok(names.includes(name), name);
    }
  }
  for (const name of Object.keys(all.find(({ kind }) => kind === 'ConfigMap')!.data!))
    assert.ok(names.includes(name), name);
});

test('compose starts the services of the guide, and the image has a health check and no root', async () => {
  const { services, volumes } = parse(await readFile('compose.yaml', 'utf8'));
  assert.deepEqual(Object.keys(services), ['tefo', 'postgres', 'prometheus', 'grafana']);
  assert.equal(services.tefo.read_only, true);
  for (const name of Object.keys(services.tefo.environment)) assert.ok(names.includes(name), name);
  for (const { volumes: used = [] } of Object.values<{ volumes?: string[] }>(services))
    for (const source of used.map((volume) => volume.split(':')[0]!))
      assert.ok(source.startsWith('./deploy/') || source in volumes, source);
  const image = await readFile('Dockerfile', 'utf8');
  assert.match(image, /^USER 1000:1000$/m);
  assert.match(image, /^HEALTHCHECK /m);
});
