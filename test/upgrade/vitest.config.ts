import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';

// Made once, at a release (`npm run upgrade-files`); no part of the suite.
export default defineConfig({
  test: {
    root: dirname(import.meta.dirname),
    include: ['upgrade/make.ts'],
    globalSetup: 'temporary-folder.ts',
    testTimeout: 60_000,
  },
});
