import { printableLine } from './sanitize.ts';

/** Node 22 prints it at each start; the database is used knowingly. */
const EXPECTED = /^SQLite is an experimental feature/;

/** Catches Node's own warnings, which would scroll the console away, also from a thread. */
export function onWarnings(here: NodeJS.Process, onWarning: (warning: Error) => void): void {
  here.removeAllListeners('warning');
  here.on('warning', (warning) => {
    if (!EXPECTED.test(warning.message)) onWarning(warning);
  });
}

export function warningLine({ name, message }: Error): string {
  return printableLine(`${name}: ${message.split('\n')[0] ?? ''}`);
}

/** Null for warnings to developers, whose name is not the plain one. */
export function warningForOperator(warning: Error): string | null {
  return warning.name === 'Warning' ? `Node warns: ${printableLine(warning.message.split('\n')[0] ?? '')}` : null;
}
