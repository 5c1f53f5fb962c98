import { describe, expect, test } from 'vitest';
import { errorMessage, warningMessage } from '../../src/api/error-messages.ts';
import { CONNECT_FAULTS, type ListWarning, type ServiceError } from '../../src/api/result.ts';

/** One error of each kind; the compiler reports a missing kind. */
const EACH: { readonly [Kind in ServiceError['kind']]: Extract<ServiceError, { kind: Kind }> } = {
  unreachable: { kind: 'unreachable', why: 'refused', where: '127.0.0.1:9', reached: 'no' },
  timeout: { kind: 'timeout', afterMs: 15_000, reached: 'no' },
  aborted: { kind: 'aborted', reached: 'no' },
  'not-signed-in': { kind: 'not-signed-in', status: 401, said: null, reached: 'yes' },
  'no-token': { kind: 'no-token', reached: 'no' },
  refused: { kind: 'refused', status: 400, said: null, fields: [], reached: 'yes' },
  'not-found': { kind: 'not-found', said: null, reached: 'yes' },
  conflict: { kind: 'conflict', said: null, reached: 'yes' },
  'rate-limited': { kind: 'rate-limited', waitMs: null, said: null, reached: 'yes' },
  'server-fault': { kind: 'server-fault', status: 500, waitMs: null, said: null, reached: 'yes' },
  'unreadable-answer': { kind: 'unreadable-answer', why: 'it is empty', reached: 'yes' },
  redirected: { kind: 'redirected', to: 'https://other.example/v2/x/', service: null, isWrite: false, reached: 'yes' },
  'plain-http': { kind: 'plain-http', where: 'far.example', reached: 'no' },
  'read-only': { kind: 'read-only', reached: 'no' },
};
const WARNINGS: { readonly [Warning in ListWarning]: true } = {
  'cursor-repeated': true,
  'page-limit': true,
  'rows-repeated': true,
};

const unreachable = CONNECT_FAULTS.map(
  (why): ServiceError => ({ kind: 'unreachable', why, where: 'gpu.example', reached: 'no' }),
);
const errors: readonly ServiceError[] = [
  ...Object.values(EACH),
  ...unreachable,
  ...Object.values(EACH).map((error): ServiceError => ({ ...error, reached: 'maybe' })),
  { ...EACH['not-signed-in'], status: 403 },
  { ...EACH['rate-limited'], waitMs: 90_000 },
];

describe('every error has a message', () => {
  test.each(errors.map((error) => [error.kind, error.reached, error] as const))('%s (%s)', (_, __, error) => {
    const { what, hint } = errorMessage(error);
    expect(what).toMatch(/^[A-Za-z0-9].*\.$/);
    if (hint !== null) expect(hint).toMatch(/^[A-Z].*\.$/);
    // At the foot of 80 columns, behind a blank. The service's own words are wrapped.
    expect(what.length).toBeLessThan(80);
    expect(`${what} ${hint}`).not.toMatch(/!|undefined|\[object|null,|\.\./);
  });

  test('no two kinds, and no two reasons why there is no connection, share a message', () => {
    const sentences = [...Object.values(EACH), ...unreachable.slice(1)].map((error) => errorMessage(error).what);
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

test.each(Object.keys(WARNINGS).filter((warning): warning is ListWarning => warning in WARNINGS))(
  'the warning %s has words',
  (warning) => {
    expect(warningMessage(warning)).toMatch(/^[A-Z][^!]*\.$/);
  },
);

test.each<[string, ServiceError, string, string | null]>([
  [
    'nobody listens',
    EACH.unreachable,
    'The service at 127.0.0.1:9 refused the connection.',
    'Check the address, and that the service is running.',
  ],
  [
    'a write was lost',
    { kind: 'timeout', afterMs: 50, reached: 'maybe' },
    'The service did not answer within 50 milliseconds.',
    'The change may have been made. Check the list before you send it again.',
  ],
  [
    'a wrong token',
    { kind: 'not-signed-in', status: 401, said: 'Invalid credentials', reached: 'yes' },
    'The service did not accept the token: Invalid credentials.',
    'Sign in with another API key or token: "spotdeck login" for a profile, or SPOTDECK_TOKEN.',
  ],
  [
    'fields that were refused',
    { kind: 'refused', status: 422, said: null, fields: [{ path: ['name'], message: 'Too long.' }], reached: 'yes' },
    'The service refused the request: name: Too long.',
    null,
  ],
  [
    'fields that were wrong before sending',
    {
      kind: 'refused',
      status: 422,
      said: null,
      fields: [{ path: ['size_gb'], message: 'Give a whole number of gigabytes.' }],
      reached: 'no',
    },
    'The request was not sent: size_gb: Give a whole number of gigabytes.',
    null,
  ],
  [
    'a refusal without words',
    { kind: 'refused', status: 418, said: null, fields: [], reached: 'yes' },
    'The service refused the request (status 418).',
    null,
  ],
  [
    'a wait',
    { kind: 'rate-limited', waitMs: 1000, said: null, reached: 'yes' },
    'The service asks for fewer requests.',
    'It accepts requests again in 1 second.',
  ],
  [
    'a service that lies elsewhere',
    { kind: 'redirected', to: 'https://b.example/v2/x', service: 'https://b.example', isWrite: true, reached: 'yes' },
    'The service redirected the request to https://b.example.',
    'The token goes only to the configured address. If you trust https://b.example, set it as the address.',
  ],
  [
    'a change that is redirected to another path',
    { kind: 'redirected', to: 'https://a.example/v2/x/', service: null, isWrite: true, reached: 'yes' },
    'The service redirected the request to https://a.example/v2/x/.',
    'Nothing was changed: a change is never sent to a second place. The service has to take it where it was sent.',
  ],
  [
    'a long wait',
    { kind: 'server-fault', status: 503, waitMs: 300_000, said: 'Down.', reached: 'yes' },
    'The service failed (status 503): Down.',
    'It accepts requests again in 5 minutes.',
  ],
])('%s', (_, error, what, hint) => {
  expect(errorMessage(error)).toEqual({ what, hint });
});
