import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type EndpointName, type Endpoints, endpoints } from '../../contract/endpoints.ts';
import { hashOf, makeSecret, snippetOf } from '../credentials.ts';
import {
  addApiKey,
  addSshKey,
  bidsByVolume,
  createVolume as create,
  revokeApiKey as revoke,
} from '../engine/commands.ts';
import { VOLUME_INTERFACES } from '../engine/model.ts';
import type { Variants } from '../variants.ts';
import { cancelBid, listBids, placeBid, updateBid } from './bids.ts';
import { HttpError, invalid, notFound } from './error-body.ts';
import { type Handler, handler, handlerWithBody } from './handler.ts';
import { filtersBringRows, listed, pageAnswer, pageOf, requireProject } from './pages.ts';
import { apiKeyAnswer, instanceAnswer, sshKeyAnswer, volumeAnswer } from './serialize.ts';

/** The interface shows no limits (section 4.4). */
const MAX_GB = 32_000;

const listVolumes = handler(endpoints.listVolumes, ({ query }, market) => {
  requireProject(query.project, market);
  const users = bidsByVolume(market.world);
  return market.world.volumes.ordered
    .filter(({ region }) => query.region == null || region === query.region)
    .map((volume) => volumeAnswer(volume, users.get(volume.fid) ?? [], market));
});

const createVolume = handlerWithBody(endpoints.createVolume, ({ body }, market) => {
  requireProject(body.project, market);
  const disk = VOLUME_INTERFACES.find((known) => known === body.disk_interface);
  if (disk === undefined) {
    const msg = `Input should be ${listed(VOLUME_INTERFACES)}`;
    throw invalid(['body', 'disk_interface'], msg, body.disk_interface, 'enum');
  }
  if (![...market.world.pools.values()].some(({ region }) => region === body.region)) {
    throw invalid(['body', 'region'], `There is no region ${body.region}`, body.region);
  }
  if (body.size_gb < 1 || body.size_gb > MAX_GB) {
    throw invalid(['body', 'size_gb'], `The size must be from 1 to ${MAX_GB} GB`, body.size_gb);
  }
  const { name, region, size_gb: capacityGb } = body;
  return volumeAnswer(create(market.world, { name, region, interface: disk, capacityGb }), [], market);
});

const IN_USE = { '409': 409, '422': 422, '400': 400 } as const;
const inUse = (variants: Variants): 409 | 422 | 400 => IN_USE[variants['volume-in-use']];

/** Only when unused (section 3, rules 2 and 3). */
const deleteVolume = handler(
  endpoints.deleteVolume,
  ({ params }, market) => {
    const volume = market.world.volumes.get(params.volume_fid);
    if (volume === undefined) throw notFound('Volume', params.volume_fid);
    const bids = bidsByVolume(market.world).get(volume.fid) ?? [];
    const users = [...bids.map(({ name }) => name), ...volume.reservations];
    if (users.length > 0) {
      throw new HttpError(inUse(market.variants), `Volume ${volume.name} is in use by ${users.join(', ')}`);
    }
    market.world.volumes.remove(volume);
  },
  inUse,
);

/** `type base64 [comment]` */
const PUBLIC_KEY = /^[a-z][a-z0-9@.-]* [A-Za-z0-9+/]{16,}={0,2}( [^\r\n]*)?$/;

const listSshKeys = handler(endpoints.listSshKeys, ({ query }, market) => {
  requireProject(query.project, market);
  return market.world.sshKeys.ordered.map((key) => sshKeyAnswer(key, market));
});

/** Without a public key the market makes a pair (section 4.3). */
const createSshKey = handlerWithBody(endpoints.createSshKey, async ({ body }, market) => {
  requireProject(body.project, market);
  if (body.public_key == null) {
    const pair = await makeRsaPair(body.name);
    const key = addSshKey(market.world, body.name, pair.publicKey);
    return { ...sshKeyAnswer(key, market), private_key: pair.privateKey };
  }
  const given = body.public_key.trim();
  if (!PUBLIC_KEY.test(given)) {
    throw invalid(['body', 'public_key'], 'Give a public key like "ssh-ed25519 AAAA… name"', body.public_key);
  }
  return sshKeyAnswer(addSshKey(market.world, body.name, body.public_key), market);
});

type RsaPair = { readonly publicKey: string; readonly privateKey: string };

const BITS = 3072;

/** A public key in OpenSSH's one line, and a PEM (PKCS #1), not stored (section 4.3). */
async function makeRsaPair(comment: string): Promise<RsaPair> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: BITS });
  const { n = '', e = '' } = pair.publicKey.export({ format: 'jwk' });
  const parts = [Buffer.from('ssh-rsa'), wholeNumber(e), wholeNumber(n)];
  const blob = Buffer.concat(parts.flatMap((part) => [lengthOf(part), part])).toString('base64');
  const publicKey = `ssh-rsa ${blob} ${comment.replace(/\s+/g, '-')}`;
  return { publicKey, privateKey: String(pair.privateKey.export({ type: 'pkcs1', format: 'pem' })) };
}

/** mpint of RFC 4251: a leading zero byte keeps it positive. */
function wholeNumber(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url');
  return (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}

/** With both lists of identifiers, either origin matches. */
const listInstances = handler(endpoints.listInstances, ({ query }, market) => {
  requireProject(query.project, market);
  const { region, instance_type, bid_fid_in, reservation_fid_in } = query;
  const shows = filtersBringRows({ region, instance_type, bid_fid_in, reservation_fid_in }, market.variants);
  const bids = new Set<string>(bid_fid_in ?? []);
  const reservations = new Set<string>(reservation_fid_in ?? []);
  const anyOrigin = bid_fid_in == null && reservation_fid_in == null;
  const page = pageOf(
    market.world.instances.ordered,
    (instance) =>
      shows &&
      (anyOrigin ||
        (instance.bid !== null && bids.has(instance.bid)) ||
        (instance.reservation !== null && reservations.has(instance.reservation))) &&
      (instance_type == null || instance.pool === instance_type) &&
      (region == null || market.world.pools.get(instance.pool)?.region === region),
    { instance_status: ({ status }) => status, instance_type_fid: ({ pool }) => pool },
    query,
    market.variants,
  );
  const rows = page.rows.map((instance) => instanceAnswer(instance, market));
  return pageAnswer(rows, page.next, market.variants);
});

const listApiKeys = handler(endpoints.listApiKeys, (_, market) =>
  market.world.apiKeys.ordered.map((key) => apiKeyAnswer(key, market)),
);

/** The only answer with the secret (section 5). */
const createApiKey = handlerWithBody(endpoints.createApiKey, ({ body }, market) => {
  const loc = ['body', 'expires_at'];
  const expiresAt = body.expires_at === null ? null : Date.parse(body.expires_at);
  if (expiresAt === null && market.variants['expires-null'] === '422') {
    throw invalid(loc, 'Input should be a valid datetime', null, 'datetime_type');
  }
  if (expiresAt !== null && !(expiresAt > market.world.now)) {
    throw invalid(loc, 'The key must expire in the future', body.expires_at);
  }
  const secret = makeSecret();
  const key = addApiKey(market.world, {
    name: body.name,
    expiresAt,
    snippet: snippetOf(secret),
    hash: hashOf(secret),
    console: false,
  });
  return { ...apiKeyAnswer(key, market), secret };
});

const revokeApiKey = handler(endpoints.revokeApiKey, ({ params }, market) => {
  const key = market.world.apiKeys.get(params.key_fid);
  const again = key !== undefined && key.deactivatedAt !== null;
  if (key === undefined || (again && market.variants['cancel-again'] === '404')) {
    throw notFound('API key', params.key_fid);
  }
  if (!again) revoke(market.world, key);
});

/** One for each endpoint of section 4. */
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
