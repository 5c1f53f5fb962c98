import { defineConfig } from 'vitest/config';
import { z } from 'zod';
import whole from '../../vitest.config.ts';
import { NodeRun } from './node-run.ts';

const runs = z.array(NodeRun).parse(JSON.parse(process.env['SPOTDECK_TEST_NODES'] ?? '[]'));

// One run for all Nodes.
export default defineConfig({
  ...whole,
  test: {
    ...whole.test,
    projects: runs.map(({ name, stories, node, program }) => ({
      extends: true,
      test: {
        name,
        include: [...stories],
        env: { SPOTDECK_STORIES: 'programs', SPOTDECK_TEST_NODE: node, SPOTDECK_TEST_PROGRAM: program },
      },
    })),
  },
});
