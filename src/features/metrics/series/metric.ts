import type { ServiceList } from '../../../contract/lists.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { EventCounts } from './event-counts.ts';
import type { LabelBounds, Sample } from './label-bounds.ts';

/** Rows that have series of their own only when the operator asks for them, since every one of them costs Prometheus memory. */
export type RowSeries = 'bid' | 'machine';

/** A row with a type and a region; null where they are not known. */
export type PoolRow = { readonly instance_type: string | null; readonly region: string | null };

/** What metrics are made from: the state of a console without a screen, and what was counted since the start. */
export type MetricSource = {
  readonly state: ConsoleState;
  readonly counts: EventCounts;
  /** Makes all labels that the service or the config file fills. */
  readonly bounds: LabelBounds;
  /** Whether a list was read a short time ago: from an old one no metric of its rows is made. */
  readonly isCurrent: (list: ServiceList) => boolean;
};

/**
 * A metric by Prometheus's conventions: base units in the name, `_total` for a counter. `of` is the rows that have series of their
 * own; without it the number of series is bounded by `LabelBounds`.
 */
export type Metric = {
  readonly name: `spotdeck_${string}`;
  readonly help: string;
  readonly kind: 'gauge' | 'counter';
  readonly labels: readonly string[];
  readonly of?: RowSeries;
  readonly samples: (source: MetricSource) => readonly Sample[];
};
