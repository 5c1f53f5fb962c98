import type { Form, Values } from '../../src/resources/form.ts';
import type { Action, PaneName, Rows } from '../../src/resources/resource.ts';
import { resources } from '../../src/resources/resources.ts';
import type { Write } from '../../src/resources/write.ts';
import { act } from '../../src/state/acting.ts';
import { tappedAgain } from '../../src/state/answering.ts';
import { contextOf } from '../../src/state/context.ts';
import { apply } from '../../src/state/desk.ts';
import { overlayClosed, topOverlay } from '../../src/state/overlays.ts';
import { rowSelected } from '../../src/state/views.ts';
import type { Stage } from './stage.ts';

const TYPE = '1xl40s.us-east1-b';
const REGION = 'us-east1-b';

/** Does one action of a pane with one row, as its key does; a question that it asks is answered with yes. */
export function doTo<Name extends PaneName>(stage: Stage, name: Name, id: string, fid: string): void {
  const { desk } = stage;
  const action: Action<Rows[Name]> | undefined = resources[name].actions.find((one) => one.id === id);
  if (action === undefined) throw new Error(`There is no action ${id}.`);
  apply(desk, (state) => rowSelected(state, name, fid));
  act(desk, name, action, { key: action.key, alone: true });
  agree(stage);
}

/** Says yes to what is asked: the second tap, or the dialog with its count typed. */
export function agree({ desk, remote, state }: Stage): void {
  if (state().armed !== null) tappedAgain(desk);
  const asked = topOverlay(state());
  if (asked?.kind !== 'confirm') return;
  apply(desk, overlayClosed);
  void remote.send(asked.writes);
}

/** Fills a form in and sends it; a form that does not take its values sends nothing. */
function fill(stage: Stage, form: Form, over: Partial<Values>): void {
  const values = {
    text: { ...form.start.text, ...over.text },
    picked: { ...form.start.picked, ...over.picked },
  };
  const checked = form.check(values, contextOf(stage.state()));
  if (checked.ok) void stage.remote.submit(checked.writes[0]);
}

function formOf<Name extends PaneName>(stage: Stage, name: Name, id: string, fid: string | null): Form | null {
  const action: Action<Rows[Name]> | undefined = resources[name].actions.find((one) => one.id === id);
  const context = contextOf(stage.state());
  if (action?.does.kind === 'new') return action.does.open(context);
  const row = fid === null ? undefined : stage.state().lists[name].rows.get(fid)?.row;
  return action?.does.kind === 'form' && row !== undefined ? action.does.open(row, context) : null;
}

export function place(stage: Stage, name: string): void {
  const form = formOf(stage, 'bids', 'place-bid', null);
  if (form === null) throw new Error('There is no form for a bid.');
  fill(stage, form, { text: { name, type: TYPE, region: REGION, quantity: '1', price: '$1.40' } });
}

export function createVolume(stage: Stage, name: string): void {
  const form = formOf(stage, 'volumes', 'create-volume', null);
  if (form === null) throw new Error('There is no form for a volume.');
  fill(stage, form, { text: { name, size: '100', region: REGION } });
}

/** A key pair's public half that was made for this. */
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl made';

export function createSshKey(stage: Stage, name: string): void {
  const form = formOf(stage, 'sshKeys', 'create-ssh-key', null);
  if (form === null) throw new Error('There is no form for an SSH key.');
  fill(stage, form, { text: { name, public: PUBLIC_KEY } });
}

export function createApiKey(stage: Stage, name: string): void {
  const form = formOf(stage, 'apiKeys', 'create-api-key', null);
  if (form === null) throw new Error('There is no form for an API key.');
  fill(stage, form, { text: { name, expires: '30d' } });
}

export function changePrice(stage: Stage, fid: string, price: string): void {
  const form = formOf(stage, 'bids', 'edit-bid', fid);
  if (form !== null) fill(stage, form, { text: { price } });
}

/** Takes the last reversible change back, as `u` does. */
export function undo(stage: Stage): void {
  const last: readonly Write[] | undefined = stage.state().undo.at(-1);
  if (last === undefined) return;
  apply(stage.desk, (state) => ({ ...state, undo: state.undo.slice(0, -1) }));
  void stage.remote.undo(last);
}

/** The identifier of a row by its name. @throws when there is none. */
export function fidOf(stage: Stage, name: 'bids' | 'volumes', called: string): string {
  for (const [fid, { row }] of stage.state().lists[name].rows) if (row.name === called) return fid;
  throw new Error(`There is no ${called}.`);
}
