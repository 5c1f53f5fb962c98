import { textBufferOf } from '../../src/lib/text-buffer.ts';
import type { Form, Values } from '../../src/resources/form.ts';
import type { Action } from '../../src/resources/resource.ts';
import type { PaneName, Rows } from '../../src/resources/rows.ts';
import type { Write } from '../../src/resources/write.ts';
import { allBindings } from '../../src/screen/keymap/active-bindings.ts';
import { answer, runBinding } from '../../src/screen/keymap/key-to-write.ts';
import { update } from '../../src/store/controller.ts';
import { dialogChanged } from '../../src/store/dialogs/dialog-stack.ts';
import { rowSelected } from '../../src/store/panes/cursor.ts';
import { contextOf } from '../../src/store/row-context.ts';
import { loadedFeatures } from '../features-loaded.ts';
import type { Fixture } from './fixture.ts';

const TYPE = '1xl40s.us-east1-b';
const REGION = 'us-east1-b';

/** Runs one action of a pane on one row, as its key does, and confirms its question. */
export function doTo(fixture: Fixture, name: PaneName, id: string, fid: string): void {
  update(fixture.controller, (state) => rowSelected(state, name, fid));
  runCommand(fixture, name, id);
  agree(fixture);
}

/** Presses the key of an action of a pane. */
export function runCommand({ controller, state }: Fixture, name: PaneName, id: string): void {
  const binding = allBindings(state()).find((each) => each.id === id && each.scope === name);
  if (binding === undefined) throw new Error(`There is no action ${id}.`);
  const key = { types: true, alone: true, answers: null, at: 0, repeatedAfter: null };
  runBinding(controller, binding, { ...key, name: binding.keys[0] ?? '' });
}

/** Confirms a question: the second tap, or the dialog with its count typed. */
export function agree({ controller }: Fixture): void {
  update(controller, (state) =>
    dialogChanged(state, 'confirm', (own) => {
      const { answer: needed } = own.question.effect;
      return needed.by === 'typed' ? { ...own, editor: textBufferOf(needed.expected) } : own;
    }),
  );
  answer(controller);
}

/** Fills a form in and sends it; a form with invalid values sends nothing and returns why. */
function fill(fixture: Fixture, form: Form, over: Partial<Values>): string | null {
  const values = {
    text: { ...form.start.text, ...over.text },
    picked: { ...form.start.picked, ...over.picked },
  };
  const checked = form.check(values, contextOf(fixture.state()));
  if (!checked.ok) return checked.issues.map(({ message }) => message).join(' ');
  void fixture.remote.submit(checked.writes[0]);
  return null;
}

function formOf<Name extends PaneName>(fixture: Fixture, name: Name, id: string, fid: string | null): Form | null {
  const action: Action<Rows[Name]> | undefined = loadedFeatures.panes[name].actions.find((action) => action.id === id);
  const context = contextOf(fixture.state());
  if (action?.effect.kind === 'new') return action.effect.open(context);
  const row = fid === null ? undefined : fixture.state().lists[name].rows.get(fid)?.row;
  return action?.effect.kind === 'form' && row !== undefined ? action.effect.open(row, context) : null;
}

export function place(fixture: Fixture, name: string): void {
  const form = formOf(fixture, 'bids', 'place-bid', null);
  if (form === null) throw new Error('There is no form for a bid.');
  fill(fixture, form, { text: { name, type: TYPE, region: REGION, quantity: '1', price: '$1.40' } });
}

export function createVolume(fixture: Fixture, name: string): void {
  const form = formOf(fixture, 'volumes', 'create-volume', null);
  if (form === null) throw new Error('There is no form for a volume.');
  fill(fixture, form, { text: { name, size: '100', region: REGION } });
}

/** Public half of a key pair made for tests. */
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl made';

export function createSshKey(fixture: Fixture, name: string): void {
  const form = formOf(fixture, 'sshKeys', 'create-ssh-key', null);
  if (form === null) throw new Error('There is no form for an SSH key.');
  fill(fixture, form, { text: { name, public: PUBLIC_KEY } });
}

export function createApiKey(fixture: Fixture, name: string): void {
  const form = formOf(fixture, 'apiKeys', 'create-api-key', null);
  if (form === null) throw new Error('There is no form for an API key.');
  fill(fixture, form, { text: { name, expires: '30d' } });
}

/** Changes a price with the form; returns why it is refused, and null when it was sent. */
export function changePrice(fixture: Fixture, fid: string, price: string): string | null {
  const form = formOf(fixture, 'bids', 'edit-bid', fid);
  return form === null ? 'The bid is gone.' : fill(fixture, form, { text: { price } });
}

/** Undoes the last reversible change, as `u` does. */
export function undo(fixture: Fixture): void {
  const last: readonly Write[] | undefined = fixture.state().undo.at(-1);
  if (last === undefined) return;
  update(fixture.controller, (state) => ({ ...state, undo: state.undo.slice(0, -1) }));
  void fixture.remote.undo(last);
}

/** The identifier of a row by its name. @throws when there is none. */
export function fidOf(fixture: Fixture, name: 'bids' | 'volumes', called: string): string {
  for (const [fid, { row }] of fixture.state().lists[name].rows) if (row.name === called) return fid;
  throw new Error(`There is no ${called}.`);
}
