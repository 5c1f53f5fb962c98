import type { RunningPart } from '../../command/feature.ts';
import { header } from './header.ts';

/** Whether a recording is made or shown stays when another project or profile is. */
export const running: RunningPart = { state: { kept: ['recording', 'replay'], header } };
