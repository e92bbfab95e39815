// The checks of `npm run release`, and the section of the changelog that it closes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closed, problemsOf, sectionOf } from '../../scripts/release.ts';

const changelog =
  '# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 1.0.0 (2026-11-01)\n\n- The start.\n';
const ready: Parameters<typeof problemsOf>[0] = {
  version: '1.1.0',
  versions: { 'package-lock.json': '1.1.0', 'sdk/package.json': '1.1.0' },
  tags: ['v1.0.0'],
  changelog,
  wrongComponents: [],
  breaking: [],
  changes: '',
};

test('a release closes the section of unreleased changes', () => {
  const text = closed(changelog, '1.1.0', '2026-12-01') ?? '';
  assert.match(text, /\n## Unreleased\n\n## 1\.1\.0 \(2026-12-01\)\n\n### Added\n- A thing\.\n\n## 1\.0\.0/);
  assert.equal(sectionOf(text, '1.1.0'), '### Added\n- A thing.');
  assert.equal(sectionOf(text, '1.0.0'), '- The start.');
  assert.equal(sectionOf(text, '2.0.0'), undefined);
  assert.equal(closed(text, '1.2.0', '2027-01-01'), undefined);
});

test('each reason against a release is listed', () => {
  assert.deepEqual(problemsOf(ready), []);
  const wrong: [Partial<typeof ready & { breaking: string[]; wrongComponents: string[] }>, RegExp][] = [
    [{ version: '1.1' }, /^package\.json has the version 1\.1/],
    [{ versions: { 'sdk/package.json': '1.0.0' } }, /^sdk\/package\.json has the version 1\.0\.0/],
    [{ tags: ['v1.1.0'] }, /^the tag v1\.1\.0 exists/],
    [
      { changelog: '# Changelog\n\n## Unreleased\n\n## 1.0.0 (2026-11-01)\n' },
      /^CHANGELOG\.md has no entries/,
    ],
    [{ wrongComponents: ['pino@1.0.0'] }, /^docs\/sbom\.cdx\.json differs \(pino@1\.0\.0\)/],
    [{ breaking: ['removed: one GET /payments'] }, /^breaks clients of the last release: removed/],
    [{ changes: ' M package.json' }, /not committed/],
  ];
  for (const [change, expected] of wrong)
    assert.match(problemsOf({ ...ready, ...change })[0] ?? '', expected);
});

test('only a new major version may break clients', () => {
  const breaking = ['removed: one GET /payments'];
  const versions = {};
  assert.deepEqual(problemsOf({ ...ready, versions, breaking, version: '2.0.0' }), []);
  assert.equal(problemsOf({ ...ready, versions, breaking, version: '1.0.1' }).length, 1);
});
