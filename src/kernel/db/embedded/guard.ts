// Ends the embedded server when its tefo is gone, even after kill -9. A shell waits at a pipe that only tefo holds
// open; when the pipe closes, the shell stops the server. PostgreSQL does not watch its parent process.
import { type ChildProcess, spawn } from 'node:child_process';

// $1 is the server's process, $2 its data directory; the pid file there confirms that the process is still this server.
// A fast shutdown may need time to write everything; after ten seconds an immediate one leaves the rest to recovery.
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

/** Ends a server with this process. Without a shell, the next start finds the server and stops it. */
export function guard(server: ChildProcess, directory: string): void {
  if (server.pid === undefined) return;
  const shell = spawn('/bin/sh', ['-c', script, 'tefo-guard', String(server.pid), directory], {
    cwd: '/',
    // In its own session, so that signals of the terminal do not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin?.on('error', () => {});
  shell.unref();
  (shell.stdin as { unref?: () => void } | null)?.unref?.();
  server.once('exit', () => shell.kill('SIGKILL'));
}
