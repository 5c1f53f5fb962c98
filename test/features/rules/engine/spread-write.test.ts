import { expect, test } from 'vitest';
import type { RuleAction } from '../../../../src/features/rules/engine/decision.ts';
import { readAtOnce } from '../../../../src/features/rules/engine/needs.ts';
import { ruleViewOf } from '../../../../src/features/rules/runner/rule-view.ts';
import { writeOf } from '../../../../src/features/rules/runner/rule-writes.ts';
import { stepRule } from '../../../../src/features/rules/runner/step-rule.ts';
import { bid, consoleWith, sshKey, volume } from '../../../store/made.ts';
import { spreadRule } from './made-rules.ts';
import { cents, RELEASED } from './made-view.ts';

const rule = spreadRule({
  quantity: 3,
  places: [
    { type: '8xa100', region: 'eu-n1', limit: cents(1200) },
    { type: '8xh100', region: 'us-e1', limit: cents(1100) },
  ],
});
const launch = {
  volumes: ['vol_data'],
  ssh_keys: ['key_ops'],
  startup_script: 'echo ready\n',
  kubernetes_cluster: 'clu_1',
};

/** What the rule wants done first in a console with a bid like which it places, and its volume in a region. */
function begun(region: string) {
  const state = consoleWith({
    bids: [bid('bid_train', { name: 'train', launch_specification: launch })],
    volumes: [volume('vol_data', { region })],
    sshKeys: [sshKey('key_ops')],
  });
  const view = ruleViewOf(state, { read: readAtOnce(state.now), busy: new Set(), pauseSet: () => null });
  return { state, step: stepRule(rule, RELEASED, view) };
}
const placed = (actions: readonly RuleAction[]): readonly string[] =>
  actions.flatMap((one) => (one.kind === 'place' ? [one.region] : []));

test('a bid of a spread is placed with the keys, volumes, startup script and cluster of the bid that it is like', () => {
  const { state, step } = begun('eu-n1');
  const [action] = step.actions;
  if (action === undefined) throw new Error('The rule places a bid.');
  expect(writeOf(state, 'wide', action)).toMatchObject({
    call: 'placeBid',
    undo: null,
    agent: { kind: 'rule', name: 'wide', reason: 'place 1 of 2: 3 × 8xa100 in eu-n1 at $12.00' },
    input: {
      body: {
        project: 'proj_demo',
        region: 'eu-n1',
        instance_type: '8xa100',
        name: action.name,
        limit_price: '$12.00',
        instance_quantity: 3,
        launch_specification: launch,
      },
    },
  });
});

test('a place in another region than the volumes of that bid is left out and named', () => {
  const { step } = begun('us-e1');
  expect(placed(step.actions)).toEqual(['us-e1']);
  expect(step.hindered).toBe('8xa100 in eu-n1 is left out: the volumes are in another region.');
});
