import { describe, expect, test } from 'vitest';
import { textBufferOf } from '../../../src/lib/text-buffer.ts';
import { changeBids } from '../../../src/resources/bids/change-plan.ts';
import { placeBidForm } from '../../../src/resources/bids/place-form.ts';
import { updateBidForm } from '../../../src/resources/bids/update-form.ts';
import type { FormResult, Values } from '../../../src/resources/form.ts';
import {
  fieldFocused,
  fieldIn,
  fieldsFollowed,
  fieldsRenewed,
  formOpened,
  formTyped,
  valuesPicked,
} from '../../../src/store/dialogs/form-state.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith, sshKey, volume } from '../../store/made.ts';

const launch = (ssh_keys: readonly string[], ...volumes: readonly string[]) => ({
  launch_specification: { volumes, ssh_keys },
});
const old = bid('old', { created_at: '2026-11-01T00:00:00Z', ...launch(['laptop']) });
const newest = bid('newest', { status: 'Terminated', created_at: '2026-11-20T00:00:00Z', ...launch(['ops', 'gone']) });
const keyless = bid('keyless', { created_at: '2026-11-21T00:00:00Z' });
const foreign = bid('foreign', { project: 'proj_other', created_at: '2026-11-22T00:00:00Z', ...launch(['theirs']) });
const context = contextOf(
  consoleWith({
    bids: [old, newest, keyless, foreign],
    volumes: [
      volume('disk', { interface: 'Block' }),
      volume('disk-2', { interface: 'block' }),
      volume('share', { interface: 'File' }),
    ],
    sshKeys: ['laptop', 'ops', 'theirs'].map((fid) => sshKey(fid)),
  }),
);

const form = placeBidForm(null, context);
const NEW = { name: 'eval', type: '8xh100', region: 'eu-n1', price: '2.50' };
const filled = (quantity: string, picked: Values['picked'], more: Values['text'] = {}) => {
  const values: Values = { text: { ...NEW, quantity, ...more }, picked };
  return {
    checked: form.check(values, context),
    said: (form.warnings?.(values, context) ?? []).map(({ text }) => text),
  };
};
const retypeOf = (checked: FormResult) => {
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.retype;
};

describe('the SSH keys of a new bid', () => {
  test('are at first those of the newest bid of the project, as far as they exist; a command names its own', () => {
    const open = formOpened(form, context);
    expect(open.values.picked['keys']).toEqual(['ops']);
    expect(open.dirty).toBe(false);
    expect(form.start.picked['keys']).toEqual([]);
  });

  test('come with the lists when the form was opened before these were read, but not over what the operator has chosen or is choosing', () => {
    const early = formOpened(form, { ...context, rowOf: () => undefined });
    expect(early.values.picked['keys']).toEqual([]);
    const read = fieldsRenewed(early, context);
    expect(read.values.picked['keys']).toEqual(['ops']);
    expect(read.dirty).toBe(false);
    expect(fieldsRenewed(read, context)).toBe(read);
    const keys = form.fields.findIndex(({ id }) => id === 'keys');
    const field = fieldFocused(early, keys);
    expect(fieldsRenewed({ ...field, choice: 'laptop' }, context).values.picked['keys']).toEqual([]);
    const none = valuesPicked(field, fieldIn(field), []);
    expect(fieldsRenewed(none, context)).toBe(none);
  });

  test('and the region of the type come later too, unless the cursor is in the empty field', () => {
    const unread = { ...context, rowsOf: () => new Map(), rowOf: () => undefined };
    const early = formOpened(form, unread);
    const type = fieldFocused(
      early,
      form.fields.findIndex(({ id }) => id === 'type'),
    );
    const typed = fieldsFollowed(type, formTyped(type, textBufferOf(NEW.type)), unread);
    expect(typed.values.text['region']).toBe('');
    expect(fieldsRenewed(typed, context).values.text['region']).toBe(NEW.region);
    const inRegion = fieldFocused(
      typed,
      form.fields.findIndex(({ id }) => id === 'region'),
    );
    expect(fieldsRenewed(inRegion, context).values.text['region']).toBe('');
  });

  test('of one like another are those of that bid', () => {
    expect(formOpened(placeBidForm(old.row, context), context).values.picked['keys']).toEqual(['laptop']);
    expect(formOpened(placeBidForm(keyless.row, context), context).values.picked['keys']).toEqual([]);
  });

  test('when there is none, the review says that nobody can log in, and the number of instances is typed', () => {
    const { checked, said } = filled('4', { keys: [] });
    expect(said).toContain('▲ It has no SSH key, so nobody can log in to its instances.');
    const retype = retypeOf(checked);
    expect(retype?.why).toBe('Type 4, the number of instances, to send it.');
    expect(['4', ' 4 ', '3', ''].map((typed) => retype?.accepts(typed))).toEqual([true, true, false, false]);
    expect(retype?.onlyConsole).toBe(true);
    const withKey = filled('4', { keys: ['ops'] });
    expect([retypeOf(withKey.checked), withKey.said]).toEqual([null, []]);
  });
});

describe('a Block volume on a bid for more than one instance', () => {
  const sentence = (name: string, count: number) =>
    `${name} is a Block volume, which usually only one instance can use: the bid asks for ${count}.`;

  test('has the number of instances typed, on the command line too', () => {
    const { checked, said } = filled('4', { keys: ['ops'], volumes: ['share', 'disk'] });
    expect(said).toEqual([`▲ ${sentence('disk', 4)}`]);
    expect(retypeOf(checked)?.expected).toBe('4');
    expect(retypeOf(checked)?.onlyConsole).toBeUndefined();
    for (const [quantity, volumes] of [
      ['1', ['disk']],
      ['4', ['share']],
    ] as const)
      expect(retypeOf(filled(quantity, { keys: ['ops'], volumes }).checked)).toBeNull();
  });

  test('is questioned when it is attached to a bid, not when it was before', () => {
    const attached = bid('a', { ...launch([], 'disk') });
    const now = contextOf(consoleWith({ bids: [attached], volumes: [volume('disk'), volume('disk-2')] }));
    const change = updateBidForm(attached.row);
    const values = (...volumes: readonly string[]): Values => ({ text: { price: '3' }, picked: { volumes } });
    expect(retypeOf(change.check({ text: { price: '3' }, picked: { volumes: ['disk'] } }, now))).toBeNull();
    expect(retypeOf(change.check(values('disk', 'disk-2'), now))?.expected).toBe('4');
    expect(change.warnings?.(values('disk', 'disk-2'), now).map(({ text }) => text)).toEqual([
      `▲ ${sentence('disk-2', 4)}`,
    ]);
    const several = changeBids.open([attached.row], { production: false, note: null });
    const all = several.check({ text: {}, picked: { volumes: ['disk', 'disk-2'] } }, now);
    expect(retypeOf(all)?.why).toBe(`a: ${sentence('disk-2', 4)}\nType 1, the number of bids, to change them.`);
  });
});

test('what has to be typed for several reasons is typed on one line, each in any of its spellings', () => {
  const { checked } = filled('4', { keys: [] }, { region: 'us-c3', price: '$100' });
  const retype = retypeOf(checked);
  expect(retype?.expected).toBe('us-c3 $100.00 4');
  expect(retype?.why).toContain('Type them on one line: us-c3 $100.00 4.');
  expect(
    ['us-c3 100 4', ' us-c3  $ 100.00 4', 'us-c3 100', 'us-c3 4', '100 us-c3 4', '4', ''].map((typed) =>
      retype?.accepts(typed),
    ),
  ).toEqual([true, true, false, false, false, false, false]);
});
