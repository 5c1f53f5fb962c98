import type { RunningPart } from '../../command/feature.ts';
import { thinBids } from './known-headrooms.ts';

export const running: RunningPart = { state: { atRisk: thinBids } };
