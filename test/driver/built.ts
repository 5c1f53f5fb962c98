import { fileURLToPath } from 'node:url';

/** Path of the built program, as `npm run build` leaves it, or the one in SPOTDECK_TEST_PROGRAM. */
export const program =
  process.env['SPOTDECK_TEST_PROGRAM'] ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Path of the Node that runs the program: the one of the tests, or the one in SPOTDECK_TEST_NODE. */
export const node = process.env['SPOTDECK_TEST_NODE'] ?? process.execPath;
