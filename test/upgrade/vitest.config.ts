import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';

// The files of a version are made once, when it is released (`npm run upgrade-files`), and are no part of the suite.
export default defineConfig({
  test: {
    root: dirname(import.meta.dirname),
    include: ['upgrade/make.ts'],
    globalSetup: 'temporary-folder.ts',
    testTimeout: 60_000,
  },
});
