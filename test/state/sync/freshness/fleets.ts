import { FLEETS as MEASURED } from '../../../bench/distance/fleets.ts';
import { type FleetSize, makeFleet, type Row } from '../../../bench/service/fleet.ts';
import { NOON } from '../../hand-clock.ts';

/** A fleet that is simulated; `preempted` is the share of its live bids that are being preempted, with their instances. */
export type SimulatedFleet = FleetSize & { readonly preempted: number };

const sizeOf = ({ bids, liveBids, instances }: FleetSize, preempted = 0): SimulatedFleet => ({
  bids,
  liveBids,
  instances,
  preempted,
});

export const FLEETS = {
  small: { bids: 40, liveBids: 30, instances: 80, preempted: 0.1 },
  team: { bids: 400, liveBids: 200, instances: 800, preempted: 0 },
  usual: sizeOf(MEASURED.usual),
  live: sizeOf(MEASURED.live),
  preempted: sizeOf(MEASURED.live, 0.07),
  large: { bids: 5000, liveBids: 5000, instances: 20_000, preempted: 0 },
  huge: sizeOf(MEASURED.huge),
} as const satisfies Record<string, SimulatedFleet>;

export type FleetName = keyof typeof FLEETS;

const PREEMPTING = { bids: 'Preempting', instances: 'STATUS_PREEMPTING' };

const made = new Map<string, FleetRows>();

export type FleetRows = { readonly bids: readonly Row[]; readonly instances: readonly Row[] };

/** Returns the rows of a fleet at noon, which are made once; the fleet's bids are spread over the projects. */
export function rowsOf(fleet: SimulatedFleet, projects: readonly string[]): FleetRows {
  const key = JSON.stringify([fleet, projects]);
  const known = made.get(key) ?? makeRows(fleet, projects);
  made.set(key, known);
  return known;
}

function makeRows(fleet: SimulatedFleet, projects: readonly string[]): FleetRows {
  const { bids, instances } = makeFleet(fleet, NOON);
  const every = fleet.preempted === 0 ? Number.POSITIVE_INFINITY : Math.round(1 / fleet.preempted);
  const ofEach = fleet.instances / fleet.bids;
  const asIn = (row: Row, bid: number, preempting: string): Row => ({
    ...row,
    project: projects[bid % projects.length],
    revision: 0,
    ...(bid < fleet.liveBids && bid % every === every - 1 ? { status: preempting } : {}),
  });
  return {
    bids: bids.map((row, n) => asIn(row, n, PREEMPTING.bids)),
    instances: instances.map((row, n) => asIn(row, Math.floor(n / ofEach), PREEMPTING.instances)),
  };
}
