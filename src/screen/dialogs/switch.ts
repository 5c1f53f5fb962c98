import { describeError } from '../../lib/os-error.ts';
import { textBufferOf } from '../../lib/text-buffer.ts';
import { aliasWithId } from '../../resources/parts/aliases.ts';
import { showNotice } from '../../store/activity.ts';
import { type Controller, type RemotePort, update, withRemote } from '../../store/controller.ts';
import { dialogChanged, dialogOpened, topDialog } from '../../store/dialogs/dialog-stack.ts';
import { matchingTargets, switchTargetMoved, turnTo } from '../../store/dialogs/switch-targets.ts';
import { refusedWithoutService } from '../../store/read-only.ts';
import { projectsOf } from '../../store/state.ts';
import { type Binding, transition } from '../keys/binding.ts';
import { closes, type Dialog, oneLine } from './dialog.ts';
import { type DialogLine, fieldLine, textLines } from './line.ts';

/** Also writes the project to the config file. */
function switchAndSave(controller: Controller): void {
  const top = topDialog(controller.store.getState());
  const target = top?.kind === 'switch' ? matchingTargets(controller.store.getState())[top.at] : undefined;
  switchToSelected(controller);
  if (target?.kind === 'project') withRemote(controller, (remote) => void saveProject(controller, remote, target.name));
}

async function saveProject(controller: Controller, { changeSetting }: RemotePort, project: string): Promise<void> {
  try {
    await changeSetting('project', project);
    update(controller, (state) =>
      showNotice(state, `${project} is saved as the project of ${state.connected.profile}.`, 'good'),
    );
  } catch (error) {
    update(controller, (state) =>
      showNotice(state, `${project} is shown, but not saved: ${describeError(error)}`, 'bad'),
    );
  }
}

function switchToSelected(controller: Controller): void {
  const top = topDialog(controller.store.getState());
  if (top?.kind !== 'switch') return;
  const target = matchingTargets(controller.store.getState())[top.at];
  if (target === undefined) {
    update(controller, (state) =>
      dialogChanged(state, 'switch', (dialog) => ({ ...dialog, wrong: 'Type the identifier of a project.' })),
    );
    return;
  }
  turnTo(controller, target);
}

const bindings: readonly Binding[] = [
  {
    id: 'switch-project',
    keys: ['Enter'],
    label: 'Switch to this profile or project',
    hint: 'switch',
    run: switchToSelected,
  },
  {
    id: 'switch-and-save',
    keys: ['Ctrl-s'],
    label: 'Switch to this project and save it in the profile',
    hint: 'switch and save',
    when: ({ connected }) => !connected.demo,
    run: switchAndSave,
  },
  {
    id: 'switch-down',
    keys: ['Down', 'Tab'],
    label: 'Move down',
    run: transition((state) => switchTargetMoved(state, 1)),
  },
  {
    id: 'switch-up',
    keys: ['Up', 'Shift-Tab'],
    label: 'Move up',
    run: transition((state) => switchTargetMoved(state, -1)),
  },
  closes('switch', ['Esc'], 'Cancel'),
];

const KINDS = { profile: 'profile', project: 'project', together: 'at once', token: '' } as const;

export const switchProject: Dialog<'switch'> = {
  kind: 'switch',
  openFrom: {
    id: 'switch',
    keys: ['P'],
    label: 'Profile, project, or sign in with another token',
    searchWords: [
      'profile',
      'project',
      'account',
      'context',
      'contexts',
      'ctx',
      'projects',
      'namespace',
      'tenant',
      'switch',
    ],
    scope: 'everywhere',
    disabled: (state) => refusedWithoutService(state, 'it shows the recorded project.'),
    run: transition((state) => dialogOpened(state, { kind: 'switch', editor: textBufferOf(''), at: 0, wrong: null })),
  },
  title: () => 'Profile, project, sign in',
  lines: (state, { editor, at, wrong }, { width }) => [
    ...textLines(
      `This console shows ${projectsOf(state.connected)
        .map((project) => aliasWithId(project, state.connected.aliases))
        .join(', ')} at ${state.connected.origin}.`,
      width,
      'dim',
    ),
    fieldLine('Profile or project: ', editor),
    ...matchingTargets(state).map(
      ({ kind, label }, n): DialogLine => ({
        kind: 'text',
        cursor: n === at,
        segments: [
          { text: ` ${label} `, tone: 'strong' },
          { text: KINDS[kind], tone: 'dim' },
        ],
      }),
    ),
    ...(wrong === null ? [] : textLines(wrong, width, 'bad')),
  ],
  textField: { text: oneLine, typed: (own, editor) => ({ ...own, editor, at: 0, wrong: null }) },
  helpTitle: 'Switching profile or project',
  bindings,
};
