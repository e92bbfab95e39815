// A real Chromium for tests and screenshots, only from npm: the machine needs no installation.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

// The package's own arguments suit a cloud function: one process, no web security. Tests need a browser like a
// customer's, so this list has only the arguments for a machine without a desktop.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

/** Opens a headless Chromium; the caller closes it. CHROMIUM_PATH names an installed one to use instead of npm's. */
export async function openBrowser(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH;
  if (installed) return chromium.launch({ executablePath: installed, args });
  const home = await unpacked();
  return chromium.launch({
    executablePath: join(home, 'chromium'),
    args,
    // The package also has the libraries and the font that a bare server lacks.
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  });
}

// Unpacked in a temporary folder and then moved into place in one step: test files run in parallel, and the package
// mistakes a half-written browser for a finished one.
async function unpacked(): Promise<string> {
  const source = import.meta.resolve('@sparticuz/chromium');
  const home = join(cache, 'chromium');
  if (existsSync(home)) return withFonts(home);
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'unpacking-'));
  const unpack = 'import(process.argv[1]).then((packed) => packed.default.executablePath())';
  // The package unpacks into the temporary folder, and its libraries only where it detects that cloud.
  await promisify(execFile)(process.execPath, ['--eval', unpack, source], {
    env: { ...process.env, TMPDIR: fresh, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
  });
  writeFileSync(join(fresh, 'fonts.conf'), fontSettings(home));
  try {
    renameSync(fresh, home);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    if (!existsSync(home)) throw error;
  }
  return home;
}

/** A moved or copied folder names its fonts' old place, and without a font the browser crashes. */
function withFonts(home: string): string {
  const file = join(home, 'fonts.conf');
  if (readFileSync(file, 'utf8') !== fontSettings(home)) writeFileSync(file, fontSettings(home));
  return home;
}

function fontSettings(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${home}/fonts/fonts</dir><cachedir>${home}/fonts-cache</cachedir></fontconfig>
`;
}
