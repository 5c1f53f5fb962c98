import * as z from 'zod';
import type { ApiKey, NewApiKey } from '../contract/api-key.ts';
import type { Bid, BidUpdate, NewBid } from '../contract/bid.ts';
import type { NewVolume, Volume } from '../contract/volume.ts';
import { DAY_MS, moment } from '../lib/duration.ts';
import { isSameMoney, parsePrice } from '../lib/money.ts';
import { printableLine } from '../lib/sanitize.ts';
import { jsonIn } from '../lib/values.ts';
import { shownPrice } from './parts/amounts.ts';
import { isStatus, statusWord } from './parts/status.ts';
import type { Write, WrittenRow } from './write.ts';

/** How a row differs from the request: `its region is eu2`. A missing member proves nothing. */
export function differenceFrom(write: Write, shown: WrittenRow, now: number): string | null {
  const ended = whyEnded(shown, now);
  if (ended !== null) return ended;
  switch (write.call) {
    case 'placeBid':
      return shown.list === 'bids' ? placedDifference(write.input.body, shown.row.row, shown.row.raw) : NO_SUCH_ROW;
    case 'updateBid':
      return shown.list === 'bids' ? updateDifference(write.input.body, shown.row.row, shown.row.raw) : NO_SUCH_ROW;
    case 'createVolume':
      return shown.list === 'volumes' ? volumeDifference(write.input.body, shown.row.row) : NO_SUCH_ROW;
    case 'createSshKey': {
      if (shown.list !== 'sshKeys') return NO_SUCH_ROW;
      const { project, name, public_key: asked } = write.input.body;
      const { row } = shown.row;
      return firstOf([
        text('name', name, row.name),
        text('project', project, row.project),
        asked == null || row.public_key === null || keyPart(asked) === keyPart(row.public_key)
          ? null
          : 'its public key is another one',
      ]);
    }
    case 'createApiKey':
      return shown.list === 'apiKeys' ? keyDifference(write.input.body, shown.row.row) : NO_SUCH_ROW;
    case 'cancelBid':
    case 'deleteVolume':
    case 'revokeApiKey':
      return null;
  }
}

const NO_SUCH_ROW = 'it is of another kind';

/** An ended row was not just made or changed. */
function whyEnded({ list, row }: WrittenRow, now: number): string | null {
  if (list === 'bids') return isStatus(row.row.status, 'terminated') ? 'it has ended' : null;
  if (list !== 'apiKeys') return null;
  const { deactivated_at: at, expires_at: until } = row.row;
  if (until !== null && until <= now) return 'it has expired';
  return at !== null && at <= now ? 'it is revoked' : null;
}

/** Services may round an expiry to a day. */
const EXPIRY_APART_MS = DAY_MS;

/** Services may set an expiry by themselves, or none. */
function keyDifference({ name, expires_at: asked }: NewApiKey, row: ApiKey): string | null {
  const other = text('name', name, row.name);
  if (other !== null || asked === null || row.expires_at === null) return other;
  const apart = Math.abs(row.expires_at - Date.parse(asked));
  return apart > EXPIRY_APART_MS ? `it expires at ${moment(row.expires_at)}` : null;
}

function placedDifference(asked: NewBid, row: Bid, raw: string): string | null {
  const launch = asked.launch_specification;
  const cluster = row.launch_specification?.kubernetes_cluster ?? null;
  return firstOf([
    text('name', asked.name, row.name),
    text('project', asked.project, row.project),
    text('instance type', asked.instance_type, row.instance_type),
    text('region', asked.region, row.region),
    price(asked.limit_price, row),
    quantity(asked.instance_quantity, row, raw),
    fids('volumes', launch?.volumes ?? [], row, raw, 'all'),
    fids('ssh_keys', launch?.ssh_keys ?? [], row, raw, 'some'),
    text('cluster', launch?.kubernetes_cluster ?? '', cluster),
  ]);
}

function updateDifference(asked: BidUpdate, row: Bid, raw: string): string | null {
  return firstOf([
    asked.paused == null ? null : pausedOtherwise(asked.paused, row),
    asked.limit_price == null ? null : price(asked.limit_price, row),
    // Whether volumes replaces or extends the list is not shown (section 4.2).
    asked.volumes == null ? null : fids('volumes', asked.volumes, row, raw, 'some'),
  ]);
}

function quantity(asked: number, { instance_quantity: shown }: Bid, raw: string): string | null {
  if (shown === asked) return null;
  if (shown !== null) return `its number of instances is ${shown}`;
  const member = RawQuantity.safeParse(jsonIn(raw)).data?.instance_quantity ?? null;
  return member === null ? null : "its number of instances can't be read";
}

/** Whether only a pause, or the end of one, is not carried out yet. */
export const isPausedOtherwise = (write: Write, { list, row }: WrittenRow): boolean =>
  write.call === 'updateBid' &&
  write.input.body.paused != null &&
  list === 'bids' &&
  pausedOtherwise(write.input.body.paused, row.row) !== null;

/** Statuses are an open set (section 3): only a known one proves a bid unpaused. */
function pausedOtherwise(paused: boolean, { status }: Bid): string | null {
  const others = paused ? ['open', 'allocated', 'preempting', 'relocating'] : ['paused'];
  return others.some((other) => isStatus(status, other)) ? `it is still ${statusWord('bid', status)}` : null;
}

/** The words for interfaces may differ from those for disk interfaces (section 4.4). */
const volumeDifference = (asked: NewVolume, row: Volume): string | null =>
  firstOf([
    text('name', asked.name, row.name),
    text('project', asked.project, row.project),
    text('region', asked.region, row.region),
    row.capacity_gb === null || row.capacity_gb === asked.size_gb ? null : `its size is ${row.capacity_gb} GB`,
  ]);

/** Compares in printable form. An empty text says nothing. */
function text(what: string, asked: string, shown: string | null): string | null {
  if (shown === null || shown.trim() === '' || plain(asked) === plain(shown)) return null;
  return `its ${what} is ${shown}`;
}

const plain = (text: string): string => printableLine(text).normalize('NFC').trim();

function price(asked: string, { limit_price: shown }: Bid): string | null {
  const wanted = parsePrice(asked);
  if (shown === null || wanted === null) return null;
  if (shown.amount === null) return `its limit price is ${shown.text}`;
  return isSameMoney(shown.amount, wanted) ? null : `its limit price is ${shownPrice(shown) ?? shown.text}`;
}

/** Services may drop the comment. */
const keyPart = (key: string): string => key.trim().split(/\s+/).slice(0, 2).join(' ');

const RawQuantity = z.object({ instance_quantity: z.unknown() });
const Raw = z.object({ launch_specification: z.record(z.string(), z.unknown()) });
const Identifiers = z.array(z.string());

/** An absent list reads as an empty one, so the raw row decides. */
function fids(
  member: 'volumes' | 'ssh_keys',
  asked: readonly string[],
  row: Bid,
  raw: string,
  which: 'all' | 'some',
): string | null {
  const shown = row.launch_specification?.[member] ?? [];
  const isShown = Identifiers.safeParse(Raw.safeParse(jsonIn(raw)).data?.launch_specification[member]).success;
  const lacks = asked.some((fid) => !shown.some((one) => one === fid));
  const what = member === 'volumes' ? 'volumes' : 'SSH keys';
  if (isShown && (lacks || (which === 'all' && shown.length > asked.length))) return `its ${what} are others`;
  return null;
}

const firstOf = (differences: readonly (string | null)[]): string | null =>
  differences.find((difference) => difference !== null) ?? null;
