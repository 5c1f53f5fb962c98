import { type NeededByWays, type Ways, way } from '../../stories/way.ts';

const RULE = 'climb';

const LADDER = `
[[rules]]
name = "${RULE}"
kind = "ladder"
bids = "train"
wait = "1s"
step = "$0.50"
cap = "$14"
max_cost = "$2000"
`;

const REFUSAL = /^(Rules can't act with \S+\.|climb was not released\.)/;

/** Its ways to act from a shell. */
export const ways: Ways = {
  autopilot: { ...way('releases'), refusal: REFUSAL, isAllowedByProfile: true },
  'autopilot --release': { ...way('releases', RULE), refusal: REFUSAL },
  'autopilot --hold': way('holds', RULE),
};

export const needed = async (): Promise<NeededByWays> => ({ config: LADDER, env: {} });
