import { type Field, type FormParts, type Suggestion, textOf, type Values } from './form.ts';

/** Where the token of a new profile comes from. */
export const tokenSources = ['file', 'keyring', 'program', 'environment'] as const;

/** A connection as it was typed, unchecked. */
export type TypedConnection = {
  readonly baseUrl: string;
  readonly project: string;
  readonly source: string;
  /** Token, program or name of a variable, by the source. */
  readonly token: string;
  readonly profile: string;
};

export type ConnectionForm = FormParts & {
  readonly list: null;
  readonly connection: (values: Values) => TypedConnection;
};

const address: Field = {
  id: 'address',
  label: 'Address',
  help: 'Address of the service, such as https://compute.example.com; /v2 is added to it.',
  kind: 'line',
  path: ['address'],
  required: true,
};

const project: Field = {
  id: 'project',
  label: 'Project',
  help: 'Identifier of the project to show, such as proj_123.',
  kind: 'line',
  path: ['project'],
  required: true,
};

const offered: readonly Suggestion[] = [
  { value: 'file', label: 'file', note: 'that only you can read' },
  { value: 'keyring', label: 'keyring', note: 'of this system' },
  { value: 'program', label: 'program', note: 'that prints it' },
  { value: 'environment', label: 'environment', note: 'a variable' },
];

const source: Field = {
  id: 'source',
  label: 'Token is in',
  help: 'A file or the keyring keeps the token that you enter; a program or a variable gives it at each start.',
  kind: 'line',
  path: ['source'],
  required: true,
  suggest: () => offered,
};

const profile: Field = {
  id: 'profile',
  label: 'Profile',
  help: 'Your name for this connection. P switches between profiles.',
  kind: 'line',
  path: ['profile'],
  required: true,
};

function tokenField(values: Values): Field {
  const shared = { path: ['token'], required: true } as const;
  switch (textOf(values, 'source').trim()) {
    case 'program':
      return {
        ...shared,
        id: 'program',
        label: 'Program',
        help: 'Program and arguments that print the token, such as: op read op://gpu/token',
        kind: 'line',
      };
    case 'environment':
      return {
        ...shared,
        id: 'variable',
        label: 'Variable',
        help: 'Name of the variable that holds the token, such as GPU_TOKEN. Nothing is kept.',
        kind: 'line',
      };
    default:
      return {
        ...shared,
        id: 'token',
        label: 'Token',
        help: 'Access token or API key. It is not shown.',
        kind: 'hidden',
      };
  }
}

const fieldsFor = (values: Values): readonly Field[] => [address, project, source, tokenField(values), profile];

/** Connects to a service and saves a profile. */
export function connectionForm(name: string): ConnectionForm {
  const start: Values = { text: { source: 'file', profile: name }, picked: {} };
  return {
    id: 'connect',
    title: 'Connect to a service',
    list: null,
    fields: fieldsFor(start),
    fieldsFor,
    start,
    remarks: () => [{ text: 'The connection is tried first. Nothing is saved before it works.', tone: 'dim' }],
    connection: (values) => ({
      baseUrl: textOf(values, 'address').trim(),
      project: textOf(values, 'project').trim(),
      source: textOf(values, 'source').trim(),
      token: textOf(values, tokenField(values).id).trim(),
      profile: textOf(values, 'profile').trim(),
    }),
  };
}
