import { textLine } from '../../screen/dialogs/line.ts';
import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { type PaneBinding, transition } from '../../screen/keys/binding.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, update } from '../../store/controller.ts';
import { dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import { formOpened } from '../../store/dialogs/form-state.ts';
import { pageOpened, screenLeft } from '../../store/panes/cursor.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import { liveContextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { spendWanted } from './digest.ts';
import { getBack, whyNotBack } from './get-back.ts';
import { digestSince } from './opening.ts';
import { linesOfSummary, summaryOf, summaryTitle } from './summary.ts';

const withoutJournal = (state: ConsoleState): string | null =>
  state.shownInstead?.hasJournal === true ? null : refusedWithoutService(state, 'it has no journal.');

/** Opens the page, or goes back from it. */
async function toggled(controller: Controller): Promise<void> {
  const { journal, recorded, store } = controller;
  const state = store.getState();
  if (summaryOf(state) !== null) return update(controller, screenLeft);
  const isPast = state.shownInstead !== null;
  const reading = (journal ?? recorded)?.digest?.(digestSince(state), isPast ? state.now : null);
  if (reading === undefined)
    return update(controller, (now) =>
      showNotice(now, 'The journal is still being opened. Try again in a moment.', 'warn'),
    );
  const asked = { parts: null, away: false };
  update(controller, (now) => ({ ...pageOpened(now, 'activity'), summary: asked }));
  const parts = await reading;
  const answered = { parts, away: false };
  update(controller, (now) => (now.summary === asked ? { ...now, summary: answered } : now));
  if (!isPast) return;
  const spend = await recorded?.digestCost?.(spendWanted(parts));
  if (spend == null) return;
  update(controller, (now) => (now.summary === answered ? { ...now, summary: { ...answered, spend } } : now));
}

const bindings: readonly PaneBinding[] = [
  {
    id: 'digest',
    keys: ['W'],
    label: 'What happened since the last absence, or in the last 8 hours; again: back',
    searchWords: [
      'summary',
      'overnight',
      'report',
      'missed',
      'happened',
      'absence',
      'yesterday',
      'lost',
      'incidents',
      'outage',
    ],
    names: ['what happened', 'digest'],
    hint: 'what happened',
    hintLast: 50,
    scope: 'everywhere',
    disabled: withoutJournal,
    run: (controller) => void toggled(controller),
  },
  {
    id: 'digest-back',
    keys: ['e'],
    label: 'Get back what is out: change the limit prices of bids that lost instances',
    hint: 'get them back',
    scope: 'activity',
    when: (state) => summaryOf(state) !== null,
    disabled: (state) => whyNotBack(state, summaryOf(state)?.parts ?? []),
    run: transition((state) =>
      dialogOpened(state, formOpened(getBack(state, summaryOf(state)?.parts ?? []), liveContextOf(state))),
    ),
  },
];

export const screen = {
  bindings,
  above: {
    title: (state) => {
      const summary = summaryOf(state);
      return [{ text: summary === null ? '' : summaryTitle(state, summary), tone: 'strong' }];
    },
    lines: (state, { width }) => linesOfSummary(state, width).map(({ text, tone }) => textLine(text, tone)),
  },
} satisfies ScreenParts;
