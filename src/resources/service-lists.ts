/** A new resource is its contract file, its resource file and one line here. */
// biome-ignore-start lint/performance/noBarrelFile: it is the list of records
export { apiKeys } from './api-keys.ts';
export { bids } from './bids/bids.ts';
export { instances } from './instances.ts';
export { sshKeys } from './ssh-keys.ts';
export { volumes } from './volumes.ts';
// biome-ignore-end lint/performance/noBarrelFile: it is the list of records
