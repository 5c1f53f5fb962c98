import { describe, expect, test } from 'vitest';
import { forgetSecrets } from '../../src/app/secrets-on-screen.ts';
import type { Form, Values } from '../../src/resources/form.ts';
import type { Write } from '../../src/resources/write.ts';
import type { FormState } from '../../src/store/dialog-state.ts';
import { dialogClosed, dialogOpened, topDialog } from '../../src/store/dialogs/dialog-stack.ts';
import { formOpened } from '../../src/store/dialogs/form-state.ts';
import { cursorRow } from '../../src/store/lists/visible-rows.ts';
import { filterTyped } from '../../src/store/panes/cursor.ts';
import { contextOf } from '../../src/store/row-context.ts';
import type { ConsoleState } from '../../src/store/state.ts';
import { profileSwitched } from '../../src/store/transitions.ts';
import { connect, json, serve } from '../api/serving.ts';
import { loadedFeatures } from '../features-loaded.ts';
import { arrived, bid, consoleWith } from '../store/made.ts';
import { byHand, failing, lost, operatorActions, refused, writingOn } from './written.ts';

const SECRET = 'fkey_Ab3d-very-secret-indeed';

/** The form that `n` opens in a pane. */
function newForm(pane: 'bids' | 'apiKeys', state: ConsoleState): Form {
  const action = loadedFeatures.panes[pane].actions.find(({ key }) => key === 'n');
  if (action?.effect.kind !== 'new') throw new Error(`${pane} has no form for new ones`);
  return action.effect.open(contextOf(state));
}

/** A console with a form that is being sent. */
function sending(
  pane: 'bids' | 'apiKeys',
  text: Values['text'],
): { readonly state: ConsoleState; readonly write: Write } {
  const start = consoleWith();
  const form = newForm(pane, start);
  const values = { text, picked: {} };
  const checked = form.check(values, contextOf(start));
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  const open: FormState = {
    ...formOpened(form, contextOf(start)),
    values,
    dirty: true,
    step: { kind: 'sending', lines: checked.review },
  };
  return { state: dialogOpened(start, open), write: checked.writes[0] };
}

/** A bid that the service has just made. */
const placed = bid('bid-9', { created_at: '2026-11-20T12:00:00Z' });

const newBid = { name: 'eval', type: '8xh100', region: 'eu-n1', quantity: '4', price: '2.50' };

/** Everything in the state as one text, in whatever container. */
function everything(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Map || part instanceof Set) return [...part];
    return typeof part === 'bigint' ? String(part) : part;
  });
}

const formOf = (state: ConsoleState): FormState => {
  const form = state.dialogs.find((dialog) => dialog.kind === 'form');
  if (form?.kind !== 'form') throw new Error('no form is open');
  return form;
};

describe('a form whose request was refused', () => {
  test('comes back with each issue at its field, and all typed values stay', async () => {
    await using service = await serve(
      json(
        {
          detail: [
            { loc: ['body', 'limit_price'], msg: 'below the minimum of $3.00' },
            { loc: ['body', 'launch_specification', 'ssh_keys', 0], msg: 'unknown key' },
          ],
        },
        422,
      ),
    );
    const { state, write } = sending('bids', newBid);
    const writing = writingOn(state, connect(service.url));
    await writing.submit(write);
    const form = formOf(writing.store.getState());
    expect(form.step.kind).toBe('fields');
    expect(form.errors).toEqual({ price: 'below the minimum of $3.00', keys: 'unknown key' });
    expect(form.form.fields[form.focus]?.id).toBe('price');
    expect(form.values.text).toEqual(newBid);
    expect(form.editor).toMatchObject({ before: '2.50' });
  });

  test('shows issues without a field for the whole form', async () => {
    const { state, write } = sending('bids', newBid);
    const writing = writingOn(state);
    const place = byHand(write.fid === null ? { fid: null } : {});
    void writing.submit(place.write);
    await place.answer(failing(refused));
    expect(formOf(writing.store.getState()).refusal).toContain('the price is too low');
    expect(formOf(writing.store.getState()).values.text).toEqual(newBid);
  });

  test('is open again behind the quit dialog', async () => {
    const { state } = sending('bids', newBid);
    const writing = writingOn(dialogOpened(state, { kind: 'quit', why: 'The form has unsaved input.' }));
    const place = byHand({ fid: null });
    void writing.submit(place.write);
    await place.answer(failing(refused));
    expect(topDialog(writing.store.getState())?.kind).toBe('quit');
    const back = dialogClosed(writing.store.getState());
    expect(formOf(back).step.kind).toBe('fields');
    expect(formOf(back).values.text).toEqual(newBid);
  });
});

describe('a form whose answer was lost', () => {
  const created = byHand({ verb: 'place', fid: null, name: 'eval' });

  test('stays open, shows that the outcome is unknown, and is not sent again by itself', async () => {
    const { state } = sending('bids', newBid);
    const writing = writingOn(state);
    void writing.submit(created.write);
    await created.answer(failing(lost));
    const form = formOf(writing.store.getState());
    expect(form.step.kind).toBe('fields');
    expect(form.refusal).toContain('unknown, so it is not sent again');
    expect(created.sent()).toBe(1);

    const found = arrived(writing.store.getState(), 'bids', [bid('bid-9', { name: 'eval' })], writing.nextSequence());
    expect(formOf(found).refusal).toContain('The list now has eval (bid-9)');
    expect(operatorActions(found)).toEqual(['done: Place eval: found in the list']);
  });
});

describe('a form that succeeded', () => {
  test('closes with a notice, and its new row is in the list', async () => {
    await using service = await serve(json({ fid: 'bid-9', name: 'eval' }, 201));
    const { state, write } = sending('bids', newBid);
    const writing = writingOn(state, connect(service.url));
    await writing.submit(write);
    const after = writing.store.getState();
    expect(after.dialogs).toEqual([]);
    expect(after.notice).toMatchObject({ text: 'Placed eval.', tone: 'good' });
    expect(after.lists.bids.rows.has('bid-9')).toBe(true);
    expect(service.seen).toHaveLength(1);
  });

  test('puts the cursor on its new row, also when a filter hides it', async () => {
    const { state } = sending('bids', newBid);
    const others = arrived(state, 'bids', [bid('a'), bid('b')], 0);
    for (const start of [others, filterTyped(others, 'bids', 'name:=b')]) {
      const writing = writingOn(start);
      const place = byHand({ fid: null });
      void writing.submit(place.write);
      await place.answer({ ok: true, value: { kind: 'row', list: 'bids', row: placed } });
      expect(cursorRow(writing.store.getState(), 'bids')?.row.fid).toBe('bid-9');
    }
  });

  test('leaves the cursor alone when the operator has gone on before the answer', async () => {
    const { state } = sending('bids', newBid);
    const others = arrived(state, 'bids', [bid('a'), bid('b')], 0);
    const writing = writingOn(dialogClosed(others));
    const place = byHand({ fid: null });
    void writing.submit(place.write);
    await place.answer({ ok: true, value: { kind: 'row', list: 'bids', row: placed } });
    expect(cursorRow(writing.store.getState(), 'bids')?.row.fid).toBe('a');
  });

  test('closes behind the quit dialog', async () => {
    const { state } = sending('bids', newBid);
    const writing = writingOn(dialogOpened(state, { kind: 'quit', why: '' }));
    const place = byHand({ fid: null });
    void writing.submit(place.write);
    await place.answer({ ok: true, value: { kind: 'row', list: 'bids', row: placed } });
    expect(writing.store.getState().dialogs.map(({ kind }) => kind)).toEqual(['quit']);
  });
});

/** The shown secret; null when there is none. */
function secretIn({ dialogs }: ConsoleState): string | null {
  const [text] = dialogs.flatMap((dialog) => (dialog.kind === 'secret' ? [dialog.secret.value.read()] : []));
  return text ?? null;
}

describe('a secret', () => {
  test('is in its dialog and nowhere else, and after that nowhere at all', async () => {
    await using service = await serve(
      json({ fid: 'key-1', name: 'laptop', snippet: 'fkey_Ab3d', secret: SECRET }, 201),
    );
    const { state, write } = sending('apiKeys', { name: 'laptop', expires: '30d' });
    const writing = writingOn(state, connect(service.url));
    await writing.submit(write);
    const shown = writing.store.getState();
    expect(topDialog(shown)).toMatchObject({
      kind: 'secret',
      secret: { path: '~/laptop.token' },
      step: { kind: 'shown', kept: 'not' },
    });
    expect(secretIn(shown)).toBe(SECRET);
    expect(everything({ ...shown, dialogs: [] })).not.toContain(SECRET);
    const closed = dialogClosed(shown);
    expect(closed.dialogs).toEqual([]);
    expect(everything(closed)).not.toContain(SECRET);
    expect(everything(closed)).toContain('laptop');
    // Also in an old state in which it was open.
    const stop = forgetSecrets(writing.store);
    writing.store.setState(dialogOpened(shown, { kind: 'quit', why: '' }), true);
    expect(secretIn(shown)).toBe(SECRET);
    writing.store.setState(closed, true);
    expect(secretIn(shown)).toBe('');
    stop();
  });

  test('is shown even when the project was switched during its creation', async () => {
    await using service = await serve(json({ fid: 'key-1', name: 'laptop', secret: SECRET }, 201));
    const { state, write } = sending('apiKeys', { name: 'laptop', expires: '30d' });
    const writing = writingOn(state, connect(service.url));
    const submitting = writing.submit(write);
    writing.store.setState(
      profileSwitched(writing.store.getState(), { ...writing.store.getState().connected, project: 'proj_other' }),
      true,
    );
    await submitting;
    expect(secretIn(writing.store.getState())).toBe(SECRET);
  });
});
