import { shortDuration } from '../../lib/duration.ts';
import { counted } from '../../lib/words.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import type { Entry, PaletteCommand } from '../../screen/keys/binding.ts';
import type { ConsoleState } from '../../store/state.ts';
import { askPauseSet, askResumeSet, pauseSet, resumeSet } from './pause-sets.ts';
import { forgetSet, loadPauseSets, pauseSetsOf } from './state.ts';

const paletteCommands: readonly PaletteCommand[] = [
  {
    words: 'pause set',
    does: 'pause the marked bids as a named set',
    searchWords: ['pause all', 'set'],
    run:
      (name) =>
      (controller, { alone }) =>
        askPauseSet(controller, name, alone),
  },
  {
    words: 'resume set',
    does: 'resume the bids of a set that have not changed since',
    searchWords: ['resume all'],
    run: (name) => (controller) => askResumeSet(controller, name),
  },
  {
    words: 'forget set',
    does: 'delete a set; its bids do not change',
    searchWords: ['delete set'],
    run: (name) => (controller) => forgetSet(controller, name),
  },
];

function paletteEntries(state: ConsoleState): readonly Entry[] {
  return pauseSetsOf(state).map(({ name, at, members }) => ({
    label: `Resume the set ${name}`,
    note: `${counted(members.length, 'bid')}, paused ${shortDuration(state.now - at)} ago`,
    run: (controller) => askResumeSet(controller, name),
  }));
}

export const screen = {
  questions: { 'pause-set': pauseSet, 'resume-set': resumeSet },
  paletteCommands,
  paletteEntries,
  paletteOpens: loadPauseSets,
} satisfies ScreenParts;
