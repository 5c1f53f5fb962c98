import { rulesOf } from '../../rules/rules-state.ts';
import { statusOf, troublesOf } from '../../rules/status.ts';
import type { Metric } from './metric.ts';

/** The metrics of the rules of the config file. */
export const ruleMetrics: readonly Metric[] = [
  {
    name: 'spotdeck_rule_status',
    help: 'Always 1, with what a rule does now.',
    kind: 'gauge',
    labels: ['rule', 'kind', 'status'],
    samples: ({ state, bounds }) =>
      rulesOf(state).rules.map((rule) => ({
        labels: { rule: bounds.value('rule', rule.name), kind: rule.kind, status: statusOf(state, rule, []).kind },
        value: 1,
      })),
  },
  {
    name: 'spotdeck_rule_hindered',
    help: 'Always 1, with why a rule that may act can not do what it is for: docs/rules.md has the reasons.',
    kind: 'gauge',
    labels: ['rule', 'kind', 'reason'],
    samples: ({ state, bounds }) =>
      rulesOf(state).rules.flatMap((rule) =>
        troublesOf(state, rule).map(({ reason }) => ({
          labels: { rule: bounds.value('rule', rule.name), kind: rule.kind, reason },
          value: 1,
        })),
      ),
  },
  {
    name: 'spotdeck_rule_actions_total',
    help: 'Changes that a rule sent, by outcome, since the exporter was started.',
    kind: 'counter',
    labels: ['rule', 'verb', 'outcome'],
    samples: ({ counts }) => counts.ruleActions(),
  },
];
