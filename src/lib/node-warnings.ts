import { printableLine } from './sanitize.ts';

/** Node 22 prints it at each start; the database is used knowingly. */
const EXPECTED = /^SQLite is an experimental feature/;

/**
 * Passes Node's own warnings of a process or thread to `onWarning` from now on. By default Node, also
 * from a thread, prints them straight to the terminal, where they would scroll the console away.
 */
export function onWarnings(here: NodeJS.Process, onWarning: (warning: Error) => void): void {
  here.removeAllListeners('warning');
  here.on('warning', (warning) => {
    if (!EXPECTED.test(warning.message)) onWarning(warning);
  });
}

/** Formats a warning as one line: `ExperimentalWarning: SQLite is an experimental feature`. */
export function warningLine({ name, message }: Error): string {
  return printableLine(`${name}: ${message.split('\n')[0] ?? ''}`);
}

/**
 * The sentence for the operator, or null for warnings that only concern developers:
 * experimental features, deprecations, listeners. Warnings about the machine, such as TLS
 * without verification or unreadable certificates, have the plain name.
 */
export function warningForOperator(warning: Error): string | null {
  return warning.name === 'Warning' ? `Node warns: ${printableLine(warning.message.split('\n')[0] ?? '')}` : null;
}
