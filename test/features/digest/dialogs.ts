import type { JournalPort } from '../../../src/store/controller.ts';

export const dialogs = {};

export const journal: Partial<JournalPort> = {
  digest: async (since) => since.map(({ project, from }) => ({ project, time: { from, to: from + 1 }, events: [] })),
};
