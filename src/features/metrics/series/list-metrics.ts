import { serviceLists, serviceResources } from '../../../resources/index.ts';
import { isTokenRefused, refusalOf } from '../../../store/access.ts';
import { readTo } from '../../../store/age.ts';
import { projectsOf } from '../../../store/state.ts';
import type { Labels, Sample } from './label-bounds.ts';
import type { Metric, MetricSource } from './metric.ts';

const labelsOf = (name: (typeof serviceLists)[number]): Labels => ({ list: serviceResources[name].words.list });

const byList = (
  { state }: MetricSource,
  numberOf: (name: (typeof serviceLists)[number]) => number | null,
): readonly Sample[] =>
  serviceLists.flatMap((list) => {
    const value = state.lists[list].fetchedAt === null ? null : numberOf(list);
    return value === null ? [] : [{ labels: labelsOf(list), value }];
  });

/** The exporter itself, and its lists. */
export const listMetrics: readonly Metric[] = [
  {
    name: 'spotdeck_build_info',
    help: 'Always 1, with the version of spotdeck.',
    kind: 'gauge',
    labels: ['version'],
    samples: () => [{ labels: { version: SPOTDECK_VERSION }, value: 1 }],
  },
  {
    name: 'spotdeck_project_info',
    help: 'Always 1, for each project that the exporter reads.',
    kind: 'gauge',
    labels: ['profile', 'project'],
    samples: ({ state: { connected }, bounds }) =>
      projectsOf(connected).map((project) => ({
        labels: { profile: bounds.value('profile', connected.profile), project: bounds.value('project', project) },
        value: 1,
      })),
  },
  {
    name: 'spotdeck_journal_up',
    help: 'Whether the journal can be used. While it is 0, no rule acts.',
    kind: 'gauge',
    labels: [],
    samples: ({ state: { journal } }) => [{ labels: {}, value: journal.problem === null ? 1 : 0 }],
  },
  {
    name: 'spotdeck_journal_losses_total',
    help: 'Journal files that were removed or replaced while they were in use, since the exporter was started: rules rehearse after it.',
    kind: 'counter',
    labels: [],
    samples: ({ state: { journal } }) => [{ labels: {}, value: journal.losses }],
  },
  {
    name: 'spotdeck_list_up',
    help: 'Whether the last request for a list succeeded. A list that was not read yet is 0.',
    kind: 'gauge',
    labels: ['list'],
    samples: ({ state }) =>
      serviceLists.map((list) => {
        const { fetchedAt, failure } = state.lists[list];
        return { labels: labelsOf(list), value: fetchedAt !== null && failure === null ? 1 : 0 };
      }),
  },
  {
    name: 'spotdeck_list_forbidden',
    help: 'Whether the token may not read a list that is not up, while others can be read. It is tried again about once a minute.',
    kind: 'gauge',
    labels: ['list'],
    samples: ({ state }) =>
      serviceLists.map((list) => ({ labels: labelsOf(list), value: refusalOf(state, list) === null ? 0 : 1 })),
  },
  {
    name: 'spotdeck_list_errors_total',
    help: 'Failures to read a list, or a part of it, since the exporter was started.',
    kind: 'counter',
    labels: ['list'],
    samples: ({ counts }) => counts.listErrors(),
  },
  {
    name: 'spotdeck_token_refused',
    help: 'Whether the service refuses the token for every list: nothing is read until it accepts this or another one.',
    kind: 'gauge',
    labels: [],
    samples: ({ state }) => [{ labels: {}, value: isTokenRefused(state) ? 1 : 0 }],
  },
  {
    name: 'spotdeck_list_age_seconds',
    help: 'Time since the oldest row of a list that has not ended was requested.',
    kind: 'gauge',
    labels: ['list'],
    samples: (source) =>
      byList(source, (list) => Math.max(0, source.state.now - readTo(list, source.state.lists[list])) / 1000),
  },
  {
    name: 'spotdeck_list_rows',
    help: 'Rows of a list.',
    kind: 'gauge',
    labels: ['list'],
    samples: (source) => byList(source, (list) => source.state.lists[list].rows.size),
  },
  {
    name: 'spotdeck_list_unreadable_rows',
    help: 'Rows of a list that do not fit the interface. Those without an identifier are in no other metric; others have cells that can not be read.',
    kind: 'gauge',
    labels: ['list'],
    samples: (source) => byList(source, (list) => source.state.lists[list].unreadable.length),
  },
];
