import { expect, test } from 'vitest';
import { hintsOn, namedInOrder } from '../../screen/ink/hints-in-order.ts';

test('hints name marking, machines, money, what is preempted and what happened after what the row allows, as room allows', () => {
  namedInOrder(['! urgent', 'Space mark', 'm machines', '$ money', 'W what happened']);
  expect(hintsOn(160, 'instances')).toContain('W what happened');
});
