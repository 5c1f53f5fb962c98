import { describe, expect, test } from 'vitest';
import { footOf } from '../../../src/screen/keymap/foot.ts';
import { point } from '../../../src/screen/keymap/mouse.ts';
import { questionOf } from '../../../src/screen/keymap/open-question.ts';
import type { Arrival } from '../../../src/screen/keys/binding.ts';
import { showNotice } from '../../../src/store/activity.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { shownMarked } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, byPrice, consoleWith, instance } from '../../store/made.ts';
import { type Operator, operatorAt, UNREAD } from '../keys/press-keys.ts';
import { calm, clickHeader } from './clicks.ts';

const start = byPrice(
  consoleWith({
    bids: [bid('a'), bid('b', { status: 'Preempting' })],
    instances: [instance('i-1', { bid: 'a' })],
  }),
);

/** The position of a text in the foot. */
function inFoot(state: ConsoleState, text: string): { readonly column: number; readonly row: number } {
  const lines = footOf(state).map((line) => line.map((piece) => piece.text).join(''));
  const at = lines.findIndex((line) => line.includes(text));
  expect(at, lines.join('\n')).toBeGreaterThanOrEqual(0);
  return { column: (lines[at] ?? '').indexOf(text), row: state.size.rows - lines.length + at };
}

function clickFoot({ controller, state }: Operator, text: string, arrival = calm(state())): void {
  point(controller, { kind: 'click', ...inFoot(state(), text) }, arrival);
}

describe('a click on a hint', () => {
  test('presses its key', () => {
    const operator = operatorAt(start);
    clickFoot(operator, '? help');
    expect(operator.top()).toBe('help');
    clickFoot(operator, 'close');
    expect(operator.top()).toBeNull();
    clickFoot(operator, 'x cancel');
    expect(operator.top()).toBe('confirm');
  });

  test('is one of two taps: the second one is a click on the key of the question', () => {
    const operator = operatorAt(start);
    clickFoot(operator, 'p pause');
    expect([operator.state().tapQuestion?.effect.sentence, operator.left.sent]).toEqual([
      'pause a, 1 running instance stops ($2.50/h)',
      [],
    ]);
    clickFoot(operator, 'p again');
    expect(operator.left.sent).toHaveLength(1);
    expect(operator.state().tapQuestion).toBeNull();
  });

  test('that was two quick ones, or came before the question could be read, confirms nothing', () => {
    const operator = operatorAt(start);
    clickFoot(operator, 'p pause');
    clickFoot(operator, 'p again', UNREAD);
    clickFoot(operator, 'p again', { alone: false, answers: questionOf(operator.state()), at: 0, repeatedAfter: null });
    expect(operator.left.sent).toEqual([]);
    expect(operator.state().tapQuestion, 'the question is still open').not.toBeNull();
  });

  test('Esc of the question leaves it, and so does a click anywhere else', () => {
    const operator = operatorAt(start);
    for (const text of ['Esc leaves it', 'running instance stops']) {
      clickFoot(operator, 'p pause');
      clickFoot(operator, text);
      expect([operator.state().tapQuestion, operator.left.sent]).toEqual([null, []]);
    }
  });

  test('of a dialog that destroys is held to the same rules as its key', async () => {
    const operator = operatorAt(start);
    const confirm = (arrival: Arrival | undefined): void => {
      clickFoot(operator, 'x cancel');
      const yes = footOf(operator.state())
        .flat()
        .find(({ key }) => key === 'y');
      clickFoot(operator, yes?.text ?? 'no key', arrival);
    };
    confirm(UNREAD);
    expect([operator.top(), operator.left.sent]).toEqual(['confirm', []]);
    await operator.press('Esc');
    confirm(undefined);
    expect(operator.left.sent).toHaveLength(1);
  });

  test('reaches palette and help beside a notice, and no row under it', () => {
    const long = 'Nothing was changed, because the service refused it. '.repeat(4);
    const state = { ...showNotice(start, long, 'warn'), size: { columns: 60, rows: 12 } };
    const operator = operatorAt(state);
    const before = operator.at();
    clickFoot(operator, 'Nothing was changed');
    expect([operator.at(), operator.notice()]).toEqual([before, null]);
    const other = operatorAt(state);
    clickFoot(other, ' : ');
    expect(other.top()).toBe('palette');
  });

  test('on the number of marks does nothing', () => {
    const operator = operatorAt(shownMarked(start, 'bids'));
    clickFoot(operator, '2 marked');
    expect(operator.state().views.bids.marks.size).toBe(2);
  });
});

describe('a click on the header', () => {
  test('goes to the next bid that is being preempted', () => {
    const operator = operatorAt(start);
    clickHeader(operator, 'preempting');
    expect(operator.at()).toBe('b');
  });

  test('on the place opens the dialog of projects', () => {
    const operator = operatorAt(start);
    clickHeader(operator, 'place');
    expect(topDialog(operator.state())?.kind).toBe('switch');
  });

  test('does nothing beside them, and nothing under a dialog', async () => {
    const operator = operatorAt(start);
    clickHeader(operator, 'name');
    expect(operator.state()).toMatchObject({ focus: 'bids', dialogs: [], notice: null });
    await operator.press('?');
    clickHeader(operator, 'cost');
    expect(operator.top()).toBe('help');
  });
});
