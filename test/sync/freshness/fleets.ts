import { type FleetSize, makeFleet, type Row } from '../../bench/service/fleet.ts';
import { NOON } from '../../store/hand-clock.ts';

export type FleetRows = ReturnType<typeof makeFleet>;

const made = new Map<string, FleetRows>();

/** The rows of a fleet at noon, which are made once; its bids are spread over the projects. Each row counts its changes. */
export function rowsOf(fleet: FleetSize, projects: readonly string[]): FleetRows {
  const key = JSON.stringify([fleet, projects]);
  const known = made.get(key) ?? makeRows(fleet, projects);
  made.set(key, known);
  return known;
}

function makeRows(fleet: FleetSize, projects: readonly string[]): FleetRows {
  const { bids, instances, ...others } = makeFleet(fleet, NOON);
  const ofEach = fleet.instances / fleet.bids;
  const counted = (row: Row, bid: number): Row => ({ ...row, project: projects[bid % projects.length], revision: 0 });
  return {
    ...others,
    bids: bids.map(counted),
    instances: instances.map((row, n) => counted(row, Math.floor(n / ofEach))),
  };
}
