import { printableLine } from './sanitize.ts';

/** Printed by Node 22 at each start. */
const EXPECTED = /^SQLite is an experimental feature/;

/** From threads too: printed, warnings scroll the console away. */
export function onWarnings(here: NodeJS.Process, onWarning: (warning: Error) => void): void {
  here.removeAllListeners('warning');
  here.on('warning', (warning) => {
    if (!EXPECTED.test(warning.message)) onWarning(warning);
  });
}

export function warningLine({ name, message }: Error): string {
  return printableLine(`${name}: ${message.split('\n')[0] ?? ''}`);
}

/** Null for warnings to developers: their names are special. */
export function warningForOperator(warning: Error): string | null {
  return warning.name === 'Warning' ? `Node warns: ${printableLine(warning.message.split('\n')[0] ?? '')}` : null;
}
