import { createStore } from 'zustand/vanilla';
import type { RequestLogEntry } from '../../../src/api/log-entry.ts';
import type { Outcome } from '../../../src/api/result.ts';
import { textIn } from '../../../src/lib/text-buffer.ts';
import type { TypedConnection } from '../../../src/resources/connection-form.ts';
import type { Write } from '../../../src/resources/write.ts';
import { allBindings } from '../../../src/screen/keymap/active-bindings.ts';
import { paste, press, runBinding } from '../../../src/screen/keymap/key-to-write.ts';
import { questionOf } from '../../../src/screen/keymap/open-question.ts';
import { textInFocus } from '../../../src/screen/keymap/text-focus.ts';
import type { Arrival } from '../../../src/screen/keys/binding.ts';
import type { Controller, RemotePort } from '../../../src/store/controller.ts';
import type { FormState } from '../../../src/store/dialog-state.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { cursorRow } from '../../../src/store/lists/visible-rows.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { broughtBy } from '../../brought.ts';
import { quiet } from '../../store/hand-clock.ts';

/** What a feature can do outside of the console, recorded in what has left it. */
export type RemoteOf = (left: Left) => Partial<RemotePort>;

/** Effects that have left the console so far, in order. */
export type Left = {
  /** `undo`: sent by an undo. */
  readonly sent: { readonly writes: readonly Write[]; readonly undo: boolean }[];
  readonly submitted: Write[];
  readonly copied: string[];
  readonly saved: { readonly path: string; readonly text: string }[];
  readonly tokens: string[];
  readonly projects: string[];
  readonly programs: string[];
  readonly profiles: string[];
  readonly logins: object[];
  readonly connections: (TypedConnection | 'stopped')[];
  rotation: (boolean | 'begin')[];
  polls: number;
  quits: number;
  redraws: number;
};

const ports = await broughtBy<{ readonly remoteOf: RemoteOf }>('remote.ts');

/** Responses of the world outside the console. */
export type World = {
  readonly files?: Readonly<Record<string, string>>;
  readonly edited?: Outcome<{ readonly text: string; readonly note: string | null }, string>;
  readonly save?: Outcome<string, string>;
  readonly journal?: Controller['journal'];
  /** The log of requests. */
  readonly requests?: () => readonly RequestLogEntry[];
};

/** Operator at the console: presses keys, and records what leaves it. */
export type Operator = {
  readonly controller: Controller;
  readonly left: Left;
  readonly state: () => ConsoleState;
  /** Presses keys by their names. A single letter is typed when a text has the focus. `:requests` is the command of that id, which the palette has. */
  readonly press: (...keys: readonly string[]) => Promise<void>;
  /** Presses keys in one read, like a paste without brackets. */
  readonly burst: (...keys: readonly string[]) => Promise<void>;
  /** Types a text character by character. */
  readonly type: (text: string) => Promise<void>;
  readonly paste: (text: string) => void;
  /** The notice at the foot of the screen. */
  readonly notice: () => string | null;
  /** The kind of the dialog on top, or null without a dialog. */
  readonly top: () => string | null;
  /** The fid under the cursor of the focused pane. */
  readonly at: () => string | undefined;
  /** The text in focus. */
  readonly text: () => string | null;
};

/** A key by itself, before any question could be read. */
export const UNREAD: Arrival = { alone: true, answers: null, at: 0, repeatedAfter: null };

/** The open form. */
export function openForm({ state }: Pick<Operator, 'state'>): FormState {
  const open = state().dialogs.find((dialog) => dialog.kind === 'form');
  if (open?.kind !== 'form') throw new Error('no form is open');
  return open;
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', '\n': 'Enter', '\t': 'Tab' };

function commandNamed(state: ConsoleState, id: string) {
  const command = allBindings(state).find((binding) => binding.id === id);
  if (command === undefined) throw new Error(`There is no command ${id}.`);
  return command;
}

export function operatorAt(
  start: ConsoleState,
  { files = {}, edited, save, journal = null, requests = () => [] }: World = {},
): Operator {
  const store = createStore<ConsoleState>(() => start);
  const left: Left = {
    sent: [],
    submitted: [],
    copied: [],
    saved: [],
    tokens: [],
    projects: [],
    programs: [],
    profiles: [],
    logins: [],
    connections: [],
    rotation: [],
    polls: 0,
    quits: 0,
    redraws: 0,
  };
  const controller: Controller = {
    store,
    remote: {
      send: async (writes) => {
        left.sent.push({ writes, undo: false });
        return writes;
      },
      undo: async (writes) => {
        left.sent.push({ writes, undo: true });
      },
      submit: async (write) => {
        left.submitted.push(write);
      },
      sendNext: async (write) => {
        left.sent.push({ writes: [write], undo: false });
        return null;
      },
      pollNow: () => {
        left.polls += 1;
      },
      signIn: (token) => left.tokens.push(token),
      trySignIn: (token) => left.tokens.push(token),
      cancelSignIn: () => left.tokens.push('stopped'),
      keepToken: () => left.tokens.push('kept'),
      switchProject: (project) => left.projects.push(project),
      showAllProjects: () => left.projects.push('all'),
      switchProfile: (name) => left.profiles.push(name),
      connect: (connection) => left.connections.push(connection),
      cancelConnect: () => left.connections.push('stopped'),
      requests,
      settings: () => Promise.resolve([]),
      changeSetting: () => Promise.resolve([]),
      ...Object.fromEntries(ports.flatMap(({ remoteOf }) => Object.entries(remoteOf(left)))),
    },
    journal,
    recorded: null,
    firstRun: null,
    terminal: {
      copy: (text) => left.copied.push(text),
      toShell: () => undefined,
      redraw: () => {
        left.redraws += 1;
      },
      quit: () => {
        left.quits += 1;
      },
      readFile: async (path) => {
        const text = files[path];
        if (text === undefined) return { ok: false, error: `There is no file ${path}.` };
        return { ok: true, value: { text, note: null } };
      },
      editText: async (text) => edited ?? { ok: true, value: { text, note: null } },
      saveFile: async (path, text) => {
        left.saved.push({ path, text });
        return save ?? { ok: true, value: path };
      },
    },
  };

  /** An operator reads a question before answering it. */
  const calmly = (): Arrival => ({ ...UNREAD, answers: questionOf(store.getState()) });
  const one = (name: string, arrival: Arrival): void => {
    const types = name === 'Space' || [...name].length === 1;
    press(controller, { name, types, ...arrival });
  };
  const all = async (keys: Iterable<string>): Promise<void> => {
    for (const key of keys) {
      const command = key.length > 1 && key.startsWith(':') ? commandNamed(store.getState(), key.slice(1)) : null;
      if (command === null) one(key, calmly());
      else runBinding(controller, command, { name: 'Enter', types: false, ...calmly() });
    }
    await quiet();
  };
  const burst = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) one(key, { ...UNREAD, alone: keys.length === 1 });
    await quiet();
  };

  return {
    controller,
    left,
    state: () => store.getState(),
    press: (...keys) => all(keys),
    burst,
    type: (text) => all([...text].map((character) => NAMES[character] ?? character)),
    paste: (text) => paste(controller, text),
    notice: () => store.getState().notice?.text ?? null,
    top: () => topDialog(store.getState())?.kind ?? null,
    at: () => cursorRow(store.getState(), store.getState().focus)?.row.fid,
    text: () => {
      const focus = textInFocus(store.getState());
      return focus === null ? null : textIn(focus.editor);
    },
  };
}

/** The request of a write: the operation, and all its input. */
export async function askedBy(write: Write | undefined): Promise<readonly [string, unknown]> {
  if (write === undefined) throw new Error('nothing was sent');
  return [write.call, write.input];
}
