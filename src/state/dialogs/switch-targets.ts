import fuzzysort from 'fuzzysort';
import { textIn } from '../../lib/text-buffer.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import { type Controller, withRemote } from '../controller.ts';
import type { ConsoleState } from '../state.ts';
import { dialogChanged, topDialog } from './dialog-stack.ts';

/** Where the console can be turned to: another profile, another project of the same service, or all of its projects at once. */
export type SwitchTarget = {
  readonly kind: 'profile' | 'project' | 'together';
  readonly name: string;
  /** What it is called on screen: a project may have a name here. */
  readonly label: string;
};

/** The profiles and projects that the config file names, but for the project that is shown. */
export function switchTargets({ profiles, connected }: ConsoleState): readonly SwitchTarget[] {
  return [
    ...profiles.map((name): SwitchTarget => ({ kind: 'profile', name, label: name })),
    ...(connected.allProjects || connected.projects.length === 0
      ? []
      : [{ kind: 'together' as const, name: 'all projects', label: 'all projects' }]),
    ...configuredProjects(connected)
      .filter((name) => connected.allProjects || name !== connected.project)
      .map((name): SwitchTarget => ({ kind: 'project', name, label: aliasOr(name, connected.aliases) })),
  ];
}

/** The projects of the setting, and the one that is shown. */
function configuredProjects({ project, projects }: ConsoleState['connected']): readonly string[] {
  return [...new Set([project, ...projects])];
}

/** A looser fit than this is none: what is typed may be the identifier of a project that no list names. */
const FITS = 0.4;

/** What fits what is typed, best first: profiles and projects of the config file, then the project of just that identifier. */
export function matchingTargets(state: ConsoleState): readonly SwitchTarget[] {
  const top = topDialog(state);
  const typed = top?.kind === 'switch' ? textIn(top.editor).trim() : '';
  const known = switchTargets(state);
  if (typed === '') return known;
  const fitting = fuzzysort.go(typed, known, { keys: ['name', 'label'], threshold: FITS }).map(({ obj }) => obj);
  if (known.some(({ kind, name }) => kind === 'project' && name === typed)) return fitting;
  return [...fitting, { kind: 'project', name: typed, label: aliasOr(typed, state.connected.aliases) }];
}

/** Another place is pointed at, around in their order. */
export function switchTargetMoved(state: ConsoleState, by: number): ConsoleState {
  const count = matchingTargets(state).length;
  return dialogChanged(state, 'switch', (dialog) => ({
    ...dialog,
    at: count === 0 ? 0 : (dialog.at + by + count) % count,
  }));
}

/** Shows another profile, another project, or all projects. */
export function turnTo(controller: Controller, { kind, name }: SwitchTarget): void {
  withRemote(controller, (remote) => {
    if (kind === 'profile') remote.switchProfile(name);
    else if (kind === 'together') remote.showAllProjects();
    else remote.switchProject(name);
  });
}
