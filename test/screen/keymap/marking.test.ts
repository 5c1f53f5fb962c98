import { describe, expect, test } from 'vitest';
import { bid, consoleWith } from '../../store/made.ts';
import { type Operator, operatorAt } from '../keys/press-keys.ts';

const start = consoleWith({ bids: ['a', 'b', 'c', 'd', 'e'].map((fid) => bid(fid)) });
const marks = (operator: Operator): string => [...operator.state().views.bids.marks].toSorted().join('');

describe('marks', () => {
  test('V begins a range that follows the cursor both ways, V keeps it and marks from before', async () => {
    const operator = operatorAt(start);
    await operator.press('Space', 'j', 'V', 'j', 'j');
    expect(marks(operator)).toBe('acde');
    await operator.press('k');
    expect(marks(operator)).toBe('acd');
    await operator.press('g');
    expect(marks(operator)).toBe('abc');
    await operator.press('V', 'G');
    expect(marks(operator)).toBe('abc');
  });

  test('Esc cancels the range alone, then the marks', async () => {
    const operator = operatorAt(start);
    await operator.press('Space', 'V', 'j', 'Esc');
    expect(marks(operator)).toBe('a');
    await operator.press('j', 'Esc');
    expect(marks(operator)).toBe('');
  });

  test('I inverts the marks of the rows that the filter shows', async () => {
    const operator = operatorAt(start);
    await operator.press('Space', 'Space', 'I');
    expect(marks(operator)).toBe('cde');
    await operator.press('/');
    await operator.type('name:=a | name:=c\n');
    await operator.press('I');
    expect(marks(operator)).toBe('ade');
  });
});
