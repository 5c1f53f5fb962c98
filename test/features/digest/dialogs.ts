import type { JournalPort } from '../../../src/store/controller.ts';
import type { DialogExamples } from '../../screen/keys/dialog-examples.ts';

const parts = [{ project: 'proj_demo', time: { from: 0, to: 1 }, events: [] }];

export const dialogs = {
  digest: [{ kind: 'digest', parts, away: true, at: 0 }],
} satisfies DialogExamples;

export const journal: Partial<JournalPort> = {
  digest: async (since) => since.map(({ project, from }) => ({ project, time: { from, to: from + 1 }, events: [] })),
};
