import { statusOf, troublesOf } from '../../rules/rule-rows.ts';
import { rulesOf } from '../../rules/rules-state.ts';
import { fleetMetrics } from './fleet-metrics.ts';
import { MAX_FOLDED } from './label-bounds.ts';
import { listMetrics } from './list-metrics.ts';
import { machineMetrics } from './machine-metrics.ts';
import type { Metric } from './metric.ts';
import { moneyMetrics } from './money-metrics.ts';

const ruleMetrics: readonly Metric[] = [
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

const boundMetrics: readonly Metric[] = [
  {
    name: 'spotdeck_label_values_folded',
    help: `Values of a label, or combinations of labels, that are counted as other: at most ${MAX_FOLDED} are told apart.`,
    kind: 'gauge',
    labels: ['label'],
    samples: ({ bounds }) => bounds.folded(),
  },
];

export const metrics: readonly Metric[] = [
  ...listMetrics,
  ...fleetMetrics,
  ...moneyMetrics,
  ...machineMetrics,
  ...ruleMetrics,
  // Last: it counts omissions of the others.
  ...boundMetrics,
];
