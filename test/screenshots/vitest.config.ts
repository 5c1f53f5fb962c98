import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';

// Made on demand (`npm run screenshots`), one program at a time, outside the suite.
export default defineConfig({
  test: {
    root: dirname(import.meta.dirname),
    include: ['screenshots/*.scene.ts', 'features/*/*.scene.ts'],
    globalSetup: 'temporary-folder.ts',
    fileParallelism: false,
    env: { SPOTDECK_STORIES: 'programs' },
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
