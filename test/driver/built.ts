import { fileURLToPath } from 'node:url';

/** Path of the built program, or SPOTDECK_TEST_PROGRAM. */
export const program =
  process.env['SPOTDECK_TEST_PROGRAM'] ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Node for the program, or SPOTDECK_TEST_NODE. */
export const node = process.env['SPOTDECK_TEST_NODE'] ?? process.execPath;
