// What ends the embedded server when its tefo is gone, however it went: kill -9 asks nobody. A shell waits at a pipe that
// only tefo holds open; when the pipe ends, it stops the server. PostgreSQL itself does not watch who started it.
import { type ChildProcess, spawn } from 'node:child_process';

// $1 is the server's process, $2 its data directory, whose pid file says that the process is still that server. A fast
// shutdown may take its time to write everything; after ten seconds an immediate one leaves the rest to recovery.
const script = `
trap '' HUP INT TERM
read -r _
n=0
while [ $n -lt 20 ] && kill -0 "$1" 2>/dev/null; do
  pid=
  read -r pid 2>/dev/null <"$2/postmaster.pid"
  if [ "$pid" = "$1" ]; then
    if [ $n -lt 10 ]; then kill -INT "$1"; else kill -QUIT "$1"; fi
  fi
  n=$((n + 1))
  sleep 1
done`;

/** Makes a server end with this process. Where there is no shell, the next start finds it and stops it. */
export function guard(server: ChildProcess, directory: string): void {
  if (server.pid === undefined) return;
  const shell = spawn('/bin/sh', ['-c', script, 'tefo-guard', String(server.pid), directory], {
    cwd: '/',
    // A session of its own: what a terminal tells its group is not for it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin?.on('error', () => {});
  shell.unref();
  (shell.stdin as { unref?: () => void } | null)?.unref?.();
  server.once('exit', () => shell.kill('SIGKILL'));
}
