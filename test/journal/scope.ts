import type { OperatorEvent } from '../../src/changes/change-event.ts';
import type { Scope } from '../../src/journal/scope.ts';

export const HERE: Scope = { service: 'https://market.example', project: 'proj_demo' };

/** An event that is about no row. */
export const noted = (who: OperatorEvent['who'], outcome: OperatorEvent['outcome'], what: string): OperatorEvent => ({
  kind: 'noted',
  who,
  outcome,
  what,
  about: null,
  action: null,
});
