/** People of the demo's project, with who owns the token first. */
export const DEMO_PEOPLE = [
  { fid: 'user_demo', name: 'Robin Adler', email: 'robin@example.net' },
  { fid: 'user_mara', name: 'Mara Lind', email: 'mara@example.net' },
  { fid: 'user_jonas', name: 'Jonas Okafor', email: 'jonas@example.net' },
] as const;
export type DemoPerson = (typeof DEMO_PEOPLE)[number]['fid'];

/** Who a request of any API key is from. */
export const MARKET_USER: DemoPerson = 'user_demo';
