import { z } from 'zod';

export const NodeRun = z.object({
  name: z.string(),
  stories: z.array(z.string()).readonly(),
  node: z.string(),
  program: z.string(),
});
export type NodeRun = z.output<typeof NodeRun>;
