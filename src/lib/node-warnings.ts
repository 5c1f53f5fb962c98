import { printableLine } from './sanitize.ts';

/** Node 22 says it at each start; the database is used knowingly. */
const EXPECTED = /^SQLite is an experimental feature/;

/**
 * Hands Node's own warnings of a process or thread to `onWarning` from now on. Left alone, Node prints them past the streams of the program, also from a
 * thread, straight on the terminal: over the console they would scroll the screen away from under its renderer.
 */
export function onWarnings(here: NodeJS.Process, onWarning: (warning: Error) => void): void {
  here.removeAllListeners('warning');
  here.on('warning', (warning) => {
    if (!EXPECTED.test(warning.message)) onWarning(warning);
  });
}

/** A warning in one line: `ExperimentalWarning: SQLite is an experimental feature`. */
export function warningLine({ name, message }: Error): string {
  return printableLine(`${name}: ${message.split('\n')[0] ?? ''}`);
}

/**
 * The sentence for the operator, or null for warnings that only concern who writes programs: experimental features, deprecations,
 * listeners. Those about the machine, such as TLS that checks nothing or certificates that can't be read, have the plain name.
 */
export function warningForOperator(warning: Error): string | null {
  return warning.name === 'Warning' ? `Node warns: ${printableLine(warning.message.split('\n')[0] ?? '')}` : null;
}
