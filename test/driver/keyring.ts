import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { node, program } from './built.ts';

/** Tests without a keyring are skipped, and counted. */
export const hasKeyring = ['/usr/bin/gnome-keyring-daemon', '/usr/bin/dbus-run-session'].every((path) =>
  existsSync(path),
);

/** In a session with an unlocked keyring; `$NODE $CLI` is the program. */
export function inSession(
  lines: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ code: number | null; said: string }> {
  const script = `printf pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1\n${lines}`;
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: { ...env, NODE: node, CLI: program },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  return new Promise((done) => child.once('close', (code) => done({ code, said })));
}
