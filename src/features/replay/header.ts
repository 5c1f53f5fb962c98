import type { OwnHeader } from '../../store/header-order.ts';
import { replayClock, replayOf, replayTime } from './clock.ts';
import { isRecorded } from './recorded-state.ts';

/** That a recording is made or shown, and the shown time in place of the connection. */
export const header: OwnHeader = {
  badges: (state) => [
    ...(isRecorded(state) ? [{ short: 'REC', long: 'REC', tone: 'accent' as const }] : []),
    ...(replayOf(state) === null ? [] : [{ short: 'REPLAY', long: 'REPLAY', tone: 'warn' as const }]),
  ],
  status: (state, { text, medium, brief, tone }) => {
    const replay = replayOf(state);
    if (replay === null) return null;
    const isBad = tone === 'bad';
    const clock = replayClock(state, replay);
    return {
      text: `${replayTime(state, replay)}${isBad ? `, ${text}` : ''}`,
      medium: `${clock}${isBad ? ` ${medium}` : ''}`,
      brief: `${clock}${isBad ? ` ${brief}` : ''}`,
      tone: isBad ? 'bad' : 'accent',
    };
  },
};
