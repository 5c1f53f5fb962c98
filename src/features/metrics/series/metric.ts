import type { ServiceList } from '../../../contract/lists.ts';
import type { ConsoleState } from '../../../store/state.ts';
import type { EventCounts } from './event-counts.ts';
import type { LabelBounds, Sample } from './label-bounds.ts';

/** Rows with series of their own when the operator asks for them: each costs Prometheus memory. */
export type RowSeries = 'bid' | 'machine';

export type PoolRow = { readonly instance_type: string | null; readonly region: string | null };

export type MetricSource = {
  readonly state: ConsoleState;
  readonly counts: EventCounts;
  readonly bounds: LabelBounds;
  /** Whether a list was read a short time ago: old rows have no metrics. */
  readonly isCurrent: (list: ServiceList) => boolean;
};

/**
 * By Prometheus's conventions: base units in the name, `_total` for a counter. Without `of` the number of series is bounded by
 * `LabelBounds`.
 */
export type Metric = {
  readonly name: `spotdeck_${string}`;
  readonly help: string;
  readonly kind: 'gauge' | 'counter';
  readonly labels: readonly string[];
  readonly of?: RowSeries;
  readonly samples: (source: MetricSource) => readonly Sample[];
};
