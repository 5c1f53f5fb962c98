import type { Client, OneCall, ReceivedValue } from '../../src/api/client.ts';
import type { Outcome, ServiceError } from '../../src/api/result.ts';
import type { CallInput, Endpoint } from '../../src/contract/endpoint.ts';
import { type Endpoints, endpoints } from '../../src/contract/endpoints.ts';

/** A write as the service gets it: `fid` is that of its path. */
export type SeenWrite = { readonly call: OneCall; readonly fid: string | null; readonly body: unknown };

type Read = Outcome<{ readonly value: unknown; readonly raw: string | null }, ServiceError>;

/** A client whose service answers writes with any JSON. It is read as by the real one: what fits no schema is an error. */
export function answeringClient(answer: (write: SeenWrite) => unknown): Pick<Client, 'call'> {
  async function call<Name extends OneCall>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
  ): Promise<Outcome<ReceivedValue<Name>, ServiceError>>;
  async function call(name: OneCall, input: unknown): Promise<Read> {
    const { params, body } = partsOf(input);
    const given = answer({ call: name, fid: Object.values(params)[0] ?? null, body });
    const { answer: expected }: Endpoint = endpoints[name];
    if (expected.kind === 'nothing') return { ok: true, value: { value: undefined, raw: null } };
    const read = expected.of.safeParse(given);
    if (!read.success) return { ok: false, error: { kind: 'unreadable-answer', why: 'it is no row', reached: 'yes' } };
    const isSecret = expected.kind === 'one' && expected.secret !== undefined;
    return { ok: true, value: { value: read.data, raw: isSecret ? null : JSON.stringify(given) } };
  }
  return { call };
}

function partsOf(input: unknown): { readonly params: Readonly<Record<string, string>>; readonly body: unknown } {
  const parts: { params?: unknown; body?: unknown } = typeof input === 'object' && input !== null ? input : {};
  const { params = {}, body = null } = parts;
  const named = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  return { params: Object.fromEntries(named.map(([key, value]) => [key, String(value)])), body };
}
