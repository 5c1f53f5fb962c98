import { issuesOf } from '../api/request.ts';
import { type NewSshKey, newSshKey, type SshKey } from '../contract/ssh-key.ts';
import type { Context } from './context.ts';
import { type Form, type FormResult, fieldsOfBody, type Remark, textOf, type Values } from './form.ts';
import { inProject, projectReview, projectTyped, startProject } from './parts/suggestions.ts';
import { readPublicKey } from './public-key.ts';
import type { Action, ActionsOf } from './resource.ts';
import { fingerprint } from './ssh-fingerprint.ts';
import { creation, type Write, wordsOf } from './write.ts';

const fields = fieldsOfBody(newSshKey(), [
  { id: 'name', label: 'Name', help: 'Key name.', kind: 'line', path: ['name'] },
  {
    id: 'public',
    label: 'Public key',
    help: 'Paste it, or @path of a file such as @~/.ssh/id_ed25519.pub. Empty: the service creates a key pair.',
    kind: 'block',
    path: ['public_key'],
    fromFile: true,
  },
]);

function check(values: Values, context: Context): FormResult {
  const text = textOf(values, 'public').trim();
  const key = text === '' ? null : readPublicKey(text);
  if (key?.ok === false) return { ok: false, issues: [{ path: ['public_key'], message: key.error }] };
  const body = newSshKey().safeParse({
    project: projectTyped(values, context),
    name: textOf(values, 'name').trim(),
    public_key: key?.value.text ?? null,
  });
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  const { name, project, public_key } = body.data;
  return {
    ok: true,
    retype: null,
    writes: [createSshKey(body.data)],
    review: [
      { field: 'Name', value: name },
      {
        field: 'Public key',
        value:
          public_key == null ? 'the service creates an RSA key pair' : (fingerprint(public_key)?.sha256 ?? public_key),
      },
      ...projectReview(project, context),
    ],
  };
}

/** Says how the public key was mended. */
function mendedRemarks(values: Values): readonly Remark[] {
  const text = textOf(values, 'public').trim();
  const key = text === '' || text.startsWith('@') ? null : readPublicKey(text);
  return key?.ok === true && key.value.note !== null ? [{ text: key.value.note, tone: 'warn' }] : [];
}

export function createSshKey(body: NewSshKey): Write {
  return creation({
    call: 'createSshKey',
    input: { body },
    ...wordsOf('create', `the SSH key ${body.name}`),
    list: 'sshKeys',
    name: body.name,
    secret: {
      what: 'private-key',
      title: `The private key of ${body.name}`,
      name: body.name,
      lines: ['The service created this pair and keeps only the public key.'],
      path: `~/.ssh/${body.name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '') || 'key'}`,
    },
  });
}

const actions: readonly Action<SshKey>[] = [
  {
    id: 'create-ssh-key',
    key: 'n',
    label: 'Create an SSH key',
    searchWords: ['new', 'create', 'add', 'upload'],
    hint: 'new',
    effect: {
      kind: 'new',
      fields,
      mayBringSecret: true,
      open: (context): Form => ({
        id: 'create-ssh-key',
        title: 'Create an SSH key',
        list: 'sshKeys',
        fields: inProject(fields, context),
        start: { text: startProject(null, context), picked: {} },
        bringsSecret: (values) => textOf(values, 'public').trim() === '',
        remarks: mendedRemarks,
        check,
      }),
    },
  },
];

/** What can be done with a row of SSH keys. */
export const sshKeyActions: ActionsOf<'sshKeys'> = { actions };
