import type { Sending } from '../../../command/send.ts';
import type { Context } from '../../../resources/context.ts';
import { knownBefore } from '../../../resources/made.ts';
import type { Write } from '../../../resources/write.ts';
import { EXIT } from '../../../system/exit.ts';
import type { Hold } from './hold.ts';
import type { SentWrite } from './journal.ts';

const WHY_NOT = {
  lost: 'Another program applies to this project by now, so nothing more is sent.',
  'not-kept': "The journal can't be written, so nothing more is sent: the next run would not know of it.",
} as const;

/** Records each write before sending, so that the next run looks for those without an outcome. */
export function sendKept(
  { send, ...others }: Sending,
  hold: Hold,
  rows: () => Promise<Context>,
  warn: (line: string) => void,
): Sending {
  return {
    ...others,
    send: async (...sent) => {
      const begun = await hold.begin(keptOf(sent[0], await rows()));
      if (!begun.ok) {
        warn(WHY_NOT[begun.error]);
        return { code: begun.error === 'lost' ? EXIT.unreachable : EXIT.journalLost, kind: 'refused', written: null };
      }
      const result = await send(...sent);
      if (result.kind !== 'unknown') hold.end(begun.value, result.kind);
      return result;
    },
  };
}

/** @throws for a write no fleet file asks for. */
export function keptOf(write: Write, context: Context): SentWrite {
  const { name } = write;
  switch (write.call) {
    case 'placeBid': {
      const { launch_specification: launch, ...body } = write.input.body;
      const { startup_script: _, ...without } = launch ?? {};
      return { call: 'placeBid', body: { ...body, launch_specification: without }, ...beforeOf(write, context) };
    }
    case 'createVolume':
      return { call: 'createVolume', body: write.input.body, ...beforeOf(write, context) };
    case 'updateBid': {
      const { paused, limit_price, volumes } = write.input.body;
      const body = {
        ...(paused == null ? {} : { paused }),
        ...(limit_price == null ? {} : { limit_price }),
        ...(volumes == null ? {} : { volumes: [...volumes] }),
      };
      return { call: 'updateBid', name, fid: write.input.params.bid_fid, body };
    }
    case 'cancelBid':
      return { call: 'cancelBid', name, fid: write.input.params.bid_fid };
    case 'deleteVolume':
      return { call: 'deleteVolume', name, fid: write.input.params.volume_fid };
    default:
      throw new Error(`No fleet file asks for ${write.call}.`);
  }
}

function beforeOf({ list, name }: Write, { rowsOf, isRead, unreadableIn, now }: Context) {
  const rows = rowsOf(list);
  const isWhole = isRead(list) && unreadableIn(list) === 0;
  const known = [...rows.values()].flatMap(({ row }) => (row.name === name ? [row.fid] : []));
  return { known, isWhole, newestAt: knownBefore(rows, { isWhole, at: now }).newestAt };
}
