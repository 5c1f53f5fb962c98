import type { Feature } from '../../command/feature.ts';
import { addDigestCommand } from './command-line.ts';

/** What happened while nobody looked. */
export const digest: Feature = { name: 'digest', commands: addDigestCommand };
