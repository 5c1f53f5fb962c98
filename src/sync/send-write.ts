import * as z from 'zod';
import type { CallOptions, Client, ReceivedValue } from '../api/client.ts';
import type { Outcome, ServiceError } from '../api/result.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints, type WriteEndpoint } from '../contract/endpoints.ts';
import { serviceResources } from '../resources/index.ts';
import { secretText } from '../resources/secret.ts';
import type { Write, WriteRequest, WriteResponse, WrittenRow } from '../resources/write.ts';

/** Sends a write once. Every write of the program is sent here. Without an answer when `signal` ends it, its outcome is unknown. */
export async function sendWrite(
  client: Client,
  write: Write,
  options: CallOptions = {},
): Promise<Outcome<WriteResponse, ServiceError>> {
  const response = await request(client, write, options);
  return response.ok ? { ok: true, value: writtenBy(write, response.value) } : response;
}

function request<Name extends WriteEndpoint>(
  client: Client,
  { call, input }: WriteRequest<Name>,
  options: CallOptions,
): Promise<Outcome<ReceivedValue<Name>, ServiceError>> {
  return client.call(call, input, options);
}

/** The content of a response by its endpoint: a row of the write's list, a secret, or nothing. */
function writtenBy(write: Write, { value, raw }: ReceivedValue<WriteEndpoint>): WriteResponse {
  const { answer }: Endpoint = endpoints[write.call];
  if (answer.kind === 'one' && answer.secret !== undefined) return secretIn(write, value, answer.secret);
  if (answer.kind !== 'one' || raw === null) return { kind: 'nothing' };
  const row = { kind: 'row', list: write.list, row: { row: value, raw } } as const;
  return isRowOfList(row, answer.of) ? row : { kind: 'nothing' };
}

type RowAnswer = Pick<WrittenRow, 'kind' | 'list'> & { readonly row: { readonly row: unknown; readonly raw: string } };

/** Whether a response was read with the schema of a list's rows, so that it is a row of that list. */
function isRowOfList(answer: RowAnswer, schema: z.ZodType): answer is WrittenRow {
  return schema === serviceResources[answer.list].endpoint.answer.of;
}

const Fields = z.record(z.string(), z.unknown());

function secretIn({ secret }: Write, value: unknown, field: string): WriteResponse {
  const { fid, [field]: text } = Fields.parse(value);
  if (secret === null || typeof fid !== 'string' || typeof text !== 'string' || text === '') return { kind: 'nothing' };
  return { kind: 'secret', secret: { ...secret, fid, value: secretText(text) } };
}
