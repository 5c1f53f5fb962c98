// Variables of Node and OpenSSL in a single executable. Node reads them before any of its code runs: some load code, write files or print.
import { accessSync, constants } from 'node:fs';
import { stopCoverage } from 'node:v8';

/** Variables that say how to connect, where nothing of the compiled program is kept, and those that this Node does not read. */
const KEPT = new Set([
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NODE_USE_ENV_PROXY',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_DISABLE_COMPILE_CACHE',
  'NODE_OPTIONS',
]);
const OF_NODE = /^(?:NODE|OPENSSL|V8)_|^WATCH_REPORT_DEPENDENCIES$/;
/** Holds the number of the process that has started anew, which stays the same: other programs that inherit it are others. */
const STARTED_ANEW = 'SPOTDECK_STARTED_ANEW';

/** Takes the others out of the environment. Where the system lets it, the program starts anew without them, once, so that they have no effect. */
export function takeOutVariables() {
  const isAnew = process.env[STARTED_ANEW] === String(process.pid);
  delete process.env[STARTED_ANEW];
  const found = Object.keys(process.env).filter((name) => OF_NODE.test(name) && !KEPT.has(name));
  if (found.length === 0) return;
  // Node would write what it has counted by now.
  if (process.env['NODE_V8_COVERAGE'] !== undefined) stopCoverage();
  for (const name of found) delete process.env[name];
  // A program that can't be started anew would be aborted: one whose file is gone, or on Windows.
  if (isAnew || process.execve === undefined || process.platform === 'win32') return;
  try {
    accessSync(process.execPath, constants.X_OK);
  } catch {
    return;
  }
  const env = { ...process.env, [STARTED_ANEW]: String(process.pid) };
  process.execve(process.execPath, [process.argv0, ...process.argv.slice(2)], env);
}
