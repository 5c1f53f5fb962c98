import type { ApiKey } from '../contract/api-key.ts';
import { createApiKeyForm, fields } from './api-key-form.ts';
import { labelOf } from './api-keys.ts';
import type { Context } from './context.ts';
import type { Action, ActionsOf, Confirmation } from './resource.ts';
import { removal, type Verdict, type Write } from './write.ts';

function askToRevoke(keys: readonly ApiKey[], context: Context): Confirmation {
  const only = keys.length === 1 ? keys[0] : undefined;
  const own = keys.find((key) => context.signedInWith(key));
  return {
    title: only === undefined ? `Revoke ${keys.length} API keys` : `Revoke the API key ${labelOf(only)}`,
    lines: [
      ...keys.map((key) => ({ text: `${labelOf(key)}  ${key.snippet ?? ''}` })),
      { text: 'Every client that uses it loses access at once. This cannot be undone.', tone: 'warn' },
      ...(own === undefined
        ? []
        : [
            {
              text: `This console is signed in with ${labelOf(own)}: it will be signed out too.`,
              tone: 'bad' as const,
            },
          ]),
    ],
    typed: only === undefined ? String(keys.length) : own === undefined ? null : labelOf(only),
  };
}

/** The write that revokes a key. */
export function revokeApiKey(key: ApiKey): Write {
  return removal({
    call: 'revokeApiKey',
    input: { params: { key_fid: key.fid } },
    verb: 'revoke',
    pendingLabel: 'revoking',
    successText: `Revoked ${labelOf(key)}.`,
    list: 'apiKeys',
    fid: key.fid,
    name: labelOf(key),
  });
}

/** How a write with a lost response ended, by the rows read since. */
function verdictOn({ call, fid }: Write, { rowOf }: Context): Verdict | null {
  if (call !== 'revokeApiKey' || fid === null) return null;
  const now = rowOf('apiKeys', fid)?.row;
  return now === undefined || now.deactivated_at !== null
    ? { succeeded: true, text: 'was revoked' }
    : { succeeded: false, text: 'was not revoked: it is still active' };
}

const revokedAlready = (key: ApiKey): string | null =>
  key.deactivated_at === null ? null : `${labelOf(key)} is revoked already.`;

const actions: readonly Action<ApiKey>[] = [
  {
    id: 'create-api-key',
    key: 'n',
    label: 'Create an API key',
    searchWords: ['new', 'create', 'add'],
    hint: 'new',
    effect: {
      kind: 'new',
      fields,
      mayBringSecret: true,
      open: createApiKeyForm,
    },
  },
  {
    id: 'revoke-api-key',
    key: 'x',
    label: 'Revoke the API key: asks first',
    searchWords: ['revoke', 'delete', 'remove', 'rm', 'destroy', 'kill'],
    hint: 'revoke',
    disabledReason: revokedAlready,
    alreadyDone: revokedAlready,
    effect: { kind: 'destroy', ask: askToRevoke, write: revokeApiKey },
  },
];

/** What can be done with a row of API keys. */
export const apiKeyActions: ActionsOf<'apiKeys'> = { actions, verdictOn };
