import fuzzysort from 'fuzzysort';
import { textIn } from '../../lib/text-buffer.ts';
import { aliasOr } from '../../resources/parts/aliases.ts';
import { isSignedOut } from '../access.ts';
import { type Controller, update, withRemote } from '../controller.ts';
import type { ConsoleState } from '../state.ts';
import { dialogChanged, dialogClosed, topDialog } from './dialog-stack.ts';
import { signInOpened } from './sign-in.ts';

export type SwitchTarget = {
  readonly kind: 'profile' | 'project' | 'together';
  readonly name: string;
  readonly label: string;
};

type TokenTarget = { readonly kind: 'token'; readonly name: string; readonly label: string };

/** Without the shown project. */
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

function configuredProjects({ project, projects }: ConsoleState['connected']): readonly string[] {
  return [...new Set([project, ...projects])];
}

/** Lowest score from 0 to 1: the text may be an unknown project's identifier. */
const FITS = 0.4;

const ANOTHER_TOKEN: TokenTarget = { kind: 'token', name: 'sign in', label: 'sign in with another token' };

/** Best first, then a project with exactly this identifier. */
export function matchingTargets(state: ConsoleState): readonly (SwitchTarget | TokenTarget)[] {
  const top = topDialog(state);
  const typed = top?.kind === 'switch' ? textIn(top.editor).trim() : '';
  const known = isSignedOut(state)
    ? [ANOTHER_TOKEN, ...switchTargets(state)]
    : [...switchTargets(state), ANOTHER_TOKEN];
  if (typed === '') return known;
  const fitting = fuzzysort.go(typed, known, { keys: ['name', 'label'], threshold: FITS }).map(({ obj }) => obj);
  if (known.some(({ kind, name }) => kind === 'project' && name === typed)) return fitting;
  return [...fitting, { kind: 'project', name: typed, label: aliasOr(typed, state.connected.aliases) }];
}

export function switchTargetMoved(state: ConsoleState, by: number): ConsoleState {
  const count = matchingTargets(state).length;
  return dialogChanged(state, 'switch', (dialog) => ({
    ...dialog,
    at: count === 0 ? 0 : (dialog.at + by + count) % count,
  }));
}

export function turnTo(controller: Controller, { kind, name }: SwitchTarget | TokenTarget): void {
  if (kind === 'token') {
    update(controller, (state) => signInOpened(dialogClosed(state)));
    return;
  }
  withRemote(controller, (remote) => {
    if (kind === 'profile') remote.switchProfile(name);
    else if (kind === 'together') remote.showAllProjects();
    else remote.switchProject(name);
  });
}
