import type { EndpointName, Endpoints } from '../../contract/endpoints.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { cancelBid, listBids, placeBid, updateBid } from './bids.ts';
import type { Handler } from './handler.ts';
import { listInstances } from './instances.ts';
import { createSshKey, listSshKeys } from './ssh-keys.ts';
import { createVolume, deleteVolume, listVolumes } from './volumes.ts';

/** One handler for each endpoint of section 4; the compiler reports a missing one. */
export const handlers = {
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listBids,
  placeBid,
  updateBid,
  cancelBid,
  listSshKeys,
  createSshKey,
  listVolumes,
  createVolume,
  deleteVolume,
  listInstances,
} satisfies { [Name in EndpointName]: Handler<Endpoints[Name]> };
