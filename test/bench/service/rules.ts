import type { Rules } from './listing.ts';

const SHARED = { region: 'region', instance_type: 'instance_type' };

/** What the two paged lists of the service allow (sections 4.2 and 4.5). */
export const listRules = {
  bids: {
    filters: { ...SHARED, status: 'status' },
    anyOf: {},
    orders: { created_at: 'created_at', status: 'status' },
  },
  instances: {
    filters: SHARED,
    anyOf: { bid_fid_in: 'bid', reservation_fid_in: 'reservation' },
    orders: { created_at: 'created_at', instance_status: 'status', instance_type_fid: 'instance_type' },
  },
} as const satisfies Record<string, Rules>;
