import { expect, test } from 'vitest';
import { warningForOperator, warningLine } from '../../src/lib/node-warnings.ts';

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

test('warnings about the machine are shown to the operator, warnings about Node go to the log', () => {
  expect(warningForOperator(named('Warning', 'Ignoring extra certs from `x`\nmore'))).toBe(
    'Node warns: Ignoring extra certs from `x`',
  );
  for (const name of ['ExperimentalWarning', 'DeprecationWarning', 'MaxListenersExceededWarning'])
    expect(warningForOperator(named(name, 'something')), name).toBeNull();
  expect(warningLine(named('DeprecationWarning', 'old \u001b[2J thing\nmore'))).toBe(
    'DeprecationWarning: old �[2J thing',
  );
});
