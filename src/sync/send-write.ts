import * as z from 'zod';
import type { CallOptions, Client, ReceivedValue } from '../api/client.ts';
import type { Outcome, ServiceError } from '../api/result.ts';
import { createdApiKey } from '../contract/api-key.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints, type WriteEndpoint } from '../contract/endpoints.ts';
import type { ServiceList } from '../contract/lists.ts';
import { createdSshKey } from '../contract/ssh-key.ts';
import { serviceResources } from '../resources/index.ts';
import { type Before, type Made, madeByAnswer } from '../resources/made.ts';
import { secretText, type Write, type WriteRequest, type WriteResponse, type WrittenRow } from '../resources/write.ts';

/** Once; every write leaves here. If `signal` ends it, its outcome is unknown. */
export async function sendWrite(
  client: Client,
  write: Write,
  before: Before,
  options: CallOptions = {},
): Promise<Made> {
  const response = await request(client, write, options);
  return madeByAnswer(write, response.ok ? { ok: true, value: readAnswer(write, response.value) } : response, before);
}

function request<Name extends WriteEndpoint>(
  client: Client,
  { call, input }: WriteRequest<Name>,
  options: CallOptions,
): Promise<Outcome<ReceivedValue<Name>, ServiceError>> {
  return client.call(call, input, options);
}

type ReadAnswer = { readonly row: WrittenRow | null; readonly written: WriteResponse };

/** What to keep of an answer: the row, a secret, or nothing. */
function readAnswer(write: Write, { value, raw }: ReceivedValue<WriteEndpoint>): ReadAnswer {
  const { answer }: Endpoint = endpoints[write.call];
  if (answer.kind !== 'one' || value === undefined) return { row: null, written: { kind: 'nothing' } };
  const row = { kind: 'row', list: write.list, row: { row: value, raw: raw ?? '' } } as const;
  if (!isRowOfList(row, answer.of)) throw new Error(`The answer of ${write.call} is no row of ${write.list}.`);
  if (answer.secret === undefined) return { row, written: row };
  return { row, written: secretIn(write, value, answer.secret) };
}

type RowAnswer = Pick<WrittenRow, 'kind' | 'list'> & { readonly row: { readonly row: unknown; readonly raw: string } };

function isRowOfList(answer: RowAnswer, schema: z.ZodType): answer is WrittenRow {
  const { endpoint } = serviceResources[answer.list];
  return schema === endpoint.answer.of || CREATED[answer.list]?.() === schema;
}

/** Answers with a secret have more members than the rows of their list. */
const CREATED: { readonly [Name in ServiceList]?: () => z.ZodType } = {
  apiKeys: createdApiKey,
  sshKeys: createdSshKey,
};

const Fields = z.record(z.string(), z.unknown());

function secretIn({ secret }: Write, value: unknown, field: string): WriteResponse {
  const { fid, [field]: text } = Fields.parse(value);
  if (secret === null || typeof fid !== 'string' || typeof text !== 'string' || text.trim() === '')
    return { kind: 'nothing' };
  return { kind: 'secret', secret: { ...secret, fid, value: secretText(text) } };
}
