import type { RunningPart } from '../../command/feature.ts';
import { createRotating } from './rotating.ts';
import { renewToken } from './token-renewal.ts';

/** Rotates the key in use from a console, and signs in with the key that another program has rotated to. */
export const running: RunningPart = {
  runtime: { reads: (parts) => ({ stop: renewToken(parts) }) },
  console: (parts) => {
    const { stop, ...remote } = createRotating(parts);
    return { remote, behind: () => stop };
  },
};
