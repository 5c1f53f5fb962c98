import { heightChanged, noNeighbour, noOtherSide, sizesReset, widthChanged } from '../../store/panes/pane-sizes.ts';
import type { ConsoleState } from '../../store/state.ts';
import { inScope, type PaneBinding, transition } from '../keys/binding.ts';

/** One key press. */
const LINES = 2;
const COLUMNS = 4;

/** In a recording these keys move through it. */
const when = ({ shownInstead }: ConsoleState): boolean => shownInstead === null;

export const sizeBindings: readonly PaneBinding[] = inScope('everywhere', [
  {
    id: 'zoom',
    keys: [],
    label: 'Zoom the focused pane, or show all panes',
    menu: { letter: 'z', words: 'zoom' },
    searchWords: ['zoom', 'fullscreen', 'maximize', 'maximise'],
    run: transition((state) => ({ ...state, zoomed: !state.zoomed })),
  },
  {
    id: 'higher',
    keys: [],
    label: 'Make the focused pane higher',
    menu: { letter: '+', words: 'higher', stays: true },
    formerly: { keys: ['+'] },
    searchWords: ['resize', 'bigger', 'taller'],
    when,
    disabled: noNeighbour,
    run: transition((state) => heightChanged(state, LINES)),
  },
  {
    id: 'lower',
    keys: [],
    label: 'Make the focused pane lower',
    menu: { letter: '-', words: 'lower', stays: true },
    formerly: { keys: ['-'] },
    searchWords: ['smaller'],
    when,
    disabled: noNeighbour,
    run: transition((state) => heightChanged(state, -LINES)),
  },
  {
    id: 'wider',
    keys: [],
    label: 'Make the focused pane wider',
    menu: { letter: '>', words: 'wider', stays: true },
    formerly: { keys: ['>'] },
    when,
    disabled: noOtherSide,
    run: transition((state) => widthChanged(state, COLUMNS)),
  },
  {
    id: 'narrower',
    keys: [],
    label: 'Make the focused pane narrower',
    menu: { letter: '<', words: 'narrower', stays: true },
    formerly: { keys: ['<'] },
    when,
    disabled: noOtherSide,
    run: transition((state) => widthChanged(state, -COLUMNS)),
  },
  {
    id: 'sizes-usual',
    keys: [],
    label: 'Sizes of panes as usual',
    menu: { letter: '=', words: 'usual sizes' },
    formerly: { keys: ['='] },
    when,
    run: transition(sizesReset),
  },
]);
