import type { PaneParts } from '../../resources/panes.ts';
import type { OwnWork } from '../../resources/resource.ts';
import { bidWhyColumns, bidWhyLines, instanceWhyColumns, instanceWhyLines } from './columns.ts';

/** Shows why a bid or an instance does not run. */
export const showWhyBid: OwnWork = { needs: 'nothing' };
export const showWhyInstance: OwnWork = { needs: 'nothing' };

const action = {
  key: 'Y',
  label: 'Why: the reason, its evidence, and what may help',
  searchWords: ['why', 'reason', 'stuck', 'waiting', 'outbid', 'cause', 'explain'],
  hint: 'why',
} as const;

/** Reasons in the lists of bids and instances, and in their details. */
export const whyPanes: PaneParts<object> = {
  additions: {
    bids: {
      columns: { before: 'type', add: bidWhyColumns },
      lines: { before: 'Name', add: bidWhyLines },
      actions: {
        before: 'bid-history',
        add: [{ ...action, id: 'bid-why', effect: { kind: 'work', work: showWhyBid } }],
      },
    },
    instances: {
      columns: { before: 'type', add: instanceWhyColumns },
      lines: { before: 'Name', add: instanceWhyLines },
      actions: {
        before: 'instance-bid',
        add: [{ ...action, id: 'instance-why', effect: { kind: 'work', work: showWhyInstance } }],
      },
    },
  },
};
