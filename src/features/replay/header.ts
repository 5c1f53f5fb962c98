import type { Badge, OwnHeader } from '../../store/header-order.ts';
import type { ConsoleState } from '../../store/state.ts';
import { ago, replayClock, replayOf, replayTime } from './clock.ts';
import { isRecorded } from './recorded-state.ts';

/** That a recording is made or shown, and the shown time in place of the connection. */
export const header: OwnHeader = {
  badges: (state) => [
    ...(isRecorded(state) ? [{ short: 'REC', long: 'REC', tone: 'accent' as const }] : []),
    ...badgesOf(state),
  ],
  status: (state, { text, medium, brief, tone }) => {
    const replay = replayOf(state);
    if (replay === null) return null;
    const isBad = tone === 'bad';
    const clock = replayClock(state, replay);
    const { pastOf, now } = state;
    const time = pastOf === undefined ? replayTime(state, replay) : `${clock}, ${ago(pastOf - now)}`;
    return {
      text: `${time}${isBad ? `, ${text}` : ''}`,
      medium: `${pastOf === undefined ? clock : time}${isBad ? ` ${medium}` : ''}`,
      brief: `${clock}${isBad ? ` ${brief}` : ''}`,
      tone: isBad ? 'bad' : pastOf === undefined ? 'accent' : 'warn',
    };
  },
};

/** The word for what is shown in place of the service. */
function badgesOf(state: ConsoleState): readonly Badge[] {
  if (replayOf(state) === null) return [];
  const word = state.pastOf === undefined ? 'REPLAY' : 'PAST';
  return [{ short: word, long: word, tone: 'warn' }];
}
