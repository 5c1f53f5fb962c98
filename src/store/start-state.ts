import { NO_VALUES } from '../lib/typed-key.ts';
import type { Glyphs } from '../resources/glyphs.ts';
import { byName, isServiceList } from '../resources/index.ts';
import { panesOfSide } from '../resources/panes.ts';
import { DEFAULT_PACE, USUAL_PREEMPTION_MS } from './defaults.ts';
import { emptyList } from './list.ts';
import { NO_RUN_HISTORY } from './run-history.ts';
import {
  type ConnectionState,
  type ConsoleState,
  type Features,
  NO_ROWS,
  type Size,
  USUAL_SIZES,
  type View,
} from './state.ts';

/** The first screen, or before the first line of a recording. */
export const NOWHERE: ConnectionState = {
  profile: '',
  project: '',
  projects: [],
  allProjects: false,
  budget: null,
  own: NO_VALUES,
  origin: '',
  demo: false,
  production: false,
  confirm: 'running',
  readOnly: true,
  hasToken: false,
  aliases: new Map(),
};

export function startState(
  features: Features,
  connected: ConnectionState,
  glyphs: Glyphs,
  size: Size,
  now: number,
): ConsoleState {
  return {
    features,
    connected,
    profiles: [],
    glyphs,
    keyOverrides: new Map(),
    theme: 'terminal',
    lists: byName(features.paneNames, (name) => ({
      ...emptyList<never>(),
      fetchedAt: isServiceList(name) ? null : now,
    })),
    views: byName(features.paneNames, (name) => startView(features.panes[name].sort)),
    savedViews: [],
    newUntil: 0,
    recent: [],
    focus: 'bids',
    tab: panesOfSide(features, 'resources')[0] ?? 'bids',
    focusBefore: 'bids',
    page: null,
    zoomed: false,
    preview: false,
    previewScroll: null,
    sizes: USUAL_SIZES,
    drag: null,
    attended: true,
    dialogs: [],
    pending: [],
    queued: [],
    undo: [],
    elsewhere: new Map(),
    notice: null,
    tapQuestion: null,
    waitingAnswer: null,
    typedAtAnswer: null,
    answerable: null,
    localSshKeys: new Set(),
    ownApiKeys: new Set(),
    samples: [],
    runHistory: NO_RUN_HISTORY,
    journal: { problem: null, said: null, losses: 0 },
    preempting: new Map(),
    raised: new Map(),
    preemptionMs: USUAL_PREEMPTION_MS,
    pace: DEFAULT_PACE,
    frozen: null,
    shownInstead: null,
    now,
    size,
    reads: null,
    named: NO_ROWS,
  };
}

function startView(sort: View['sort']): View {
  return {
    cursor: null,
    cursorIndex: 0,
    top: 0,
    filter: '',
    presetFilter: false,
    filters: [],
    sort,
    columns: null,
    group: null,
    marks: new Set(),
    showsEnded: false,
    opened: new Set(),
    range: null,
    reserved: null,
  };
}
