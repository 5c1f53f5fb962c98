import { defineConfig } from 'vitest/config';

// The pictures are made on demand (`npm run screenshots`), one program at a time, and are no part of the suite.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.scene.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
