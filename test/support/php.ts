// Whether this machine has PHP.
import { execFileSync } from 'node:child_process';

const extensions = ['curl', 'json', 'mbstring'];
const install = 'apt-get install php-cli php-curl php-mbstring';

/** Returns why PHP programs cannot run here; false where they can. */
export function missingPhp(): string | false {
  try {
    const modules = execFileSync('php', ['-m'], { encoding: 'utf8' }).split('\n');
    const absent = extensions.filter((name) => !modules.includes(name));
    return absent.length > 0 && `PHP has no ${absent.join(', ')}: ${install}`;
  } catch {
    return `there is no PHP on this machine: ${install}`;
  }
}
