// A real Chromium for tests and screenshots, from npm alone: nothing needs to be installed on the machine.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

// The package's own arguments are for a function in a cloud: one process, no web security. Tests want a browser
// that behaves like a customer's, so only what a machine without a desktop needs is here.
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

/**
 * Opens a headless Chromium; the caller closes it. CHROMIUM_PATH names an installed one to use instead of the
 * one that npm brought.
 */
export async function openBrowser(): Promise<Browser> {
  const installed = process.env.CHROMIUM_PATH;
  if (installed) return chromium.launch({ executablePath: installed, args });
  const home = await unpacked();
  return chromium.launch({
    executablePath: join(home, 'chromium'),
    args,
    // The libraries and the font that a bare server lacks are in the package too.
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  });
}

// Unpacked in a folder of its own and then moved into place in one step: test files run at the same time, and
// the package itself takes a half-written browser for a finished one.
async function unpacked(): Promise<string> {
  const source = import.meta.resolve('@sparticuz/chromium');
  const home = join(cache, 'chromium');
  if (existsSync(home)) return withFonts(home);
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'unpacking-'));
  const unpack = 'import(process.argv[1]).then((packed) => packed.default.executablePath())';
  // The package unpacks into the temporary folder, and its libraries only where it believes to be in that cloud.
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

/** A folder that was moved or copied names its fonts where they were, and without any font the browser dies. */
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
