export const files: Readonly<Record<string, string>> = {
  'src/contract/floating-ip.ts': `
import * as z from 'zod';
import { type ListEndpoint, none } from './endpoint.ts';
import { ProjectId } from './fid.ts';
import { identifier, line, other, time } from './fields.ts';

const FloatingIpFid = z.string().min(1).brand<'floating-ip'>();

const FloatingIp = z
  .object({ fid: identifier(FloatingIpFid), name: line(), project: line(), created_at: time(), address: line() })
  .catchall(other())
  .meta({ id: 'FloatingIp' });
export type FloatingIp = z.output<typeof FloatingIp>;

declare module './lists.ts' {
  interface ServiceRows {
    readonly floatingIps: FloatingIp;
  }
}

export const listFloatingIps = {
  method: 'GET',
  path: '/v2/floating-ips',
  summary: 'List floating IPs of a project',
  params: none,
  query: z.strictObject({ project: ProjectId }),
  body: null,
  success: 200,
  answer: { kind: 'list', of: FloatingIp },
  errors: [],
} as const satisfies ListEndpoint<FloatingIp>;
`,
  'src/resources/floating-ips.ts': `
import { type FloatingIp, listFloatingIps } from '../contract/floating-ip.ts';
import { ageColumn, detailText, fidColumn, nameColumn, textColumn } from './parts/columns.ts';
import { projectPlaceholders } from './placeholders.ts';
import type { ServiceResource } from './resource.ts';

const labelOf = (ip: FloatingIp): string => ip.name || ip.fid;

export const floatingIps: ServiceResource<'floatingIps'> = {
  name: 'floatingIps',
  key: '8',
  alias: 'ips',
  title: 'Floating IPs',
  side: 'resources',
  words: { list: 'floating-ips', one: 'floating-ip' },
  one: 'floating IP',
  endpoint: listFloatingIps,
  without: 'snapshots are not known',
  joins: [],
  trackedFields: ({ name, address }) => ({ name, address }),
  placeholders: { ...projectPlaceholders, address: ({ address }) => address },
  empty: () => ['No floating IPs.'],
  columns: [
    nameColumn(),
    textColumn({ id: 'address', header: 'ADDRESS', width: 15, priority: 1 }, ({ address }) => address),
    ageColumn(2),
    fidColumn(3),
  ],
  sort: { column: 'name', descending: false },
  actions: [
    {
      id: 'floating-ip-bids',
      key: 'i',
      label: 'Go to the bids behind the floating IP',
      hint: null,
      effect: { kind: 'jump', to: () => 'Nobody knows its bids.' },
    },
  ],
  detail: (ip, context) => [{ title: 'Floating IP', lines: [detailText('Address', ip.address, context)] }],
  labelOf,
  copies: [],
};
`,
};

export const line = {
  file: 'src/resources/service-lists.ts',
  after: "export { bids } from './bids/bids.ts';\n",
  text: "export { floatingIps } from './floating-ips.ts';\n",
} as const;
