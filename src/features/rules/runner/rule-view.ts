import type { Bid } from '../../../contract/bid.ts';
import type { Context } from '../../../resources/context.ts';
import { meets } from '../../../resources/filter/match.ts';
import { parseFilter } from '../../../resources/filter/parse.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import { searchColumns } from '../../../store/lists/place-columns.ts';
import { liveContextOf } from '../../../store/row-context.ts';
import { type ConsoleState, projectIn } from '../../../store/state.ts';
import { busyFids } from '../../../store/writes/pending-writes.ts';
import { idleTime } from '../../machines/idle-machines.ts';
import { knownMachines } from '../../machines/known-machines.ts';
import { numbersOf, standingOf } from '../../money/bid-record.ts';
import { moneyOf } from '../../money/known-money.ts';
import { pairPriceIn } from '../../money/price.ts';
import { priceWithService, servicePrice } from '../../money/service-prices.ts';
import type { ReadTimes, RuleBid, RuleView } from '../engine/view.ts';

const NONE: ReadonlySet<string> = new Set();

/** What the state doesn't have. */
type Further = {
  readonly read: ReadTimes;
  readonly busy: ReadonlySet<string>;
  readonly pauseSet: (name: string) => ReadonlySet<string> | null;
};

export function ruleViewOf(state: ConsoleState, { read, busy, pauseSet }: Further): RuleView {
  const context = liveContextOf(state);
  const { project } = state.connected;
  const pending = busyFids(state);
  const rows = new Map<string, Bid>();
  for (const [fid, { row }] of state.lists.bids.rows) {
    const own = projectIn(row);
    if (own === null || own === project) rows.set(fid, row);
  }
  const money = moneyOf(state);
  const prices = money?.ownPrices ?? null;
  const searched = searchColumns(state.features.panes.bids.columns, null, state.connected.allProjects, context);
  const found = new Map<string, ReadonlySet<string>>();
  const foundBy = (text: string): ReadonlySet<string> => {
    const known = found.get(text) ?? bidsFound(text);
    found.set(text, known);
    return known;
  };
  const bidsFound = (text: string): ReadonlySet<string> => {
    const read = parseFilter(text, state.features.panes.bids.columns);
    if (!read.ok) return NONE;
    return new Set([...rows].flatMap(([fid, row]) => (meets(row, read.value, searched, context) ? [fid] : [])));
  };
  return {
    now: state.now,
    read,
    bids: new Map(
      [...rows].map(([fid, bid]): [string, RuleBid] => [
        fid,
        ruleBidOf(bid, context, pending.has(fid) || busy.has(fid)),
      ]),
    ),
    matches: (text, { fid }) => foundBy(text).has(fid),
    pauseSet,
    isComputing: prices === null && (money !== null || state.isReadingMoney === true),
    band: (type, region, sign) => {
      const own = prices === null ? null : pairPriceIn(prices, { type, region }, sign);
      return priceWithService(state, { type, region }, { sign, own })?.band ?? null;
    },
    priceNow: (type, region, sign) => servicePrice(state, { type, region }, sign)?.price.micros ?? null,
    spentToday: (zone) => money?.today.get(zone) ?? null,
  };
}

function ruleBidOf(bid: Bid, context: Context, isBusy: boolean): RuleBid {
  const ofBid = context.instancesOf(bid.fid);
  const { readings, at } = context.own(knownMachines);
  const idle = ofBid.all
    .filter(({ status }) => isStatus(status, 'running'))
    .map(({ fid }) => idleTime(readings.get(fid) ?? null, at));
  const least = idle.reduce<number | null>(
    (least, ms) => (least === null || ms === null ? null : Math.min(least, ms)),
    Number.POSITIVE_INFINITY,
  );
  return {
    ...standingOf(bid, numbersOf(ofBid), true),
    fid: bid.fid,
    name: bid.name || bid.fid,
    type: bid.instance_type ?? '',
    region: bid.region ?? '',
    volumeRegions: volumeRegionsOf(bid, context),
    machinesRead: idle.length > 0 && idle.every((ms) => ms !== null),
    idleSince: least === null || least === 0 || least === Number.POSITIVE_INFINITY ? null : at - least,
    isBusy,
  };
}

const volumeRegionsOf = ({ launch_specification: launch }: Bid, context: Context): readonly string[] => [
  ...new Set((launch?.volumes ?? []).flatMap((fid) => context.rowOf('volumes', fid)?.row.region ?? [])),
];
