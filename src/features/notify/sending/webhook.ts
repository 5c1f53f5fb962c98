import { networkError } from '../../../api/network-error.ts';
import type { ConnectFault } from '../../../api/result.ts';
import { loadTransport, SINGLE_ATTEMPT, startTimeout } from '../../../api/transport.ts';
import { tokenFrom } from '../../../config/token.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { system } from '../../../system/system.ts';
import type { Environment } from '../../../system/terminal.ts';
import { type AddressedTarget, type NotifySetting, type UrlSource, wrongInUrl } from '../target.ts';

/** `why` is a clause, with nothing of the URL but its host. */
export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'aborted' };

/** A message as sent; every attempt sends the same bytes. */
export type WebhookMessage = { readonly id: string; readonly body: string };

export const WEBHOOK_TIMEOUT_MS = 10_000;

/** Posts once, follows no redirect, reads no body, throws nothing. */
export async function postWebhook(
  url: URL,
  { id, body }: WebhookMessage,
  signal: AbortSignal,
  timeoutMs = WEBHOOK_TIMEOUT_MS,
): Promise<WebhookAnswer> {
  const { clock, fetch } = system();
  const { createFetch } = await loadTransport();
  const timeout = startTimeout(timeoutMs, signal, clock);
  try {
    if (timeout.endedBy() === 'aborted') return { kind: 'aborted' };
    const response = await createFetch({ fetch }).raw(url.href, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': id,
        'user-agent': `spotdeck/${SPOTDECK_VERSION}`,
      },
      body,
      signal: timeout.signal,
      ...SINGLE_ATTEMPT,
    });
    await response.body?.cancel().catch(() => undefined);
    return { kind: 'answered', status: response.status, retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    const ended = timeout.endedBy();
    if (ended === 'aborted') return { kind: 'aborted' };
    return { kind: 'failed', why: ended === 'timeout' ? `no answer within ${timeoutMs / 1000} s` : whyOf(error) };
  } finally {
    timeout.clear();
  }
}

const UNREACHABLE: Readonly<Record<ConnectFault, string>> = {
  refused: 'the connection was refused',
  'name-unknown': 'its name could not be found',
  'no-route': 'there is no route to it',
  'certificate-expired': 'its certificate has expired',
  'certificate-too-new': 'its certificate is not valid yet',
  'certificate-name': 'its certificate is for another name',
  'certificate-authority': 'its certificate is from an unknown authority',
  certificate: "its certificate can't be used",
  'not-https': 'there is no https',
  tls: 'a secure connection could not be made',
  'connect-timeout': 'it did not answer',
  reset: 'the connection broke off',
  'proxy-refused': 'the proxy did not connect to it',
  other: 'it could not be reached',
};

/** Without messages of the HTTP client: they may quote the URL. */
function whyOf(error: unknown): string {
  const failure = networkError(error, '', true, 0);
  if (failure.kind === 'unreachable') return UNREACHABLE[failure.why];
  return failure.kind === 'timeout' ? 'it did not answer' : 'its answer could not be read';
}

/** Reads each address when it is first needed. An unchanged target keeps its object. */
export function createAddresses(environment: Environment) {
  const known = new Map<string, AddressedTarget>();
  return (settings: readonly NotifySetting[]): readonly AddressedTarget[] => {
    const keys = new Set(settings.map((one) => JSON.stringify(one)));
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
    return settings.map((setting) => {
      const key = JSON.stringify(setting);
      const target = known.get(key) ?? resolveTarget(setting, environment);
      known.set(key, target);
      return target;
    });
  };
}

function resolveTarget({ source, ...target }: NotifySetting, environment: Environment): AddressedTarget {
  let read: URL | null = null;
  return {
    ...target,
    url: async () => {
      read ??= await urlFrom(source, environment);
      return read;
    },
  };
}

/** @throws {CommandFailure} with the source, never the address */
async function urlFrom(source: UrlSource, environment: Environment): Promise<URL> {
  const text = source.kind === 'value' ? source.url : await tokenFrom(source, environment, 'drawn-on', 'URL');
  if (text === null || text === '') throw new CommandFailure(EXIT.usage, `There is no URL in ${sourceOf(source)}.`);
  const wrong = wrongInUrl(text);
  if (wrong !== null) throw new CommandFailure(EXIT.usage, `${sourceOf(source)}: ${wrong}.`);
  return new URL(text);
}

function sourceOf(source: UrlSource): string {
  switch (source.kind) {
    case 'value':
      return 'the config file';
    case 'environment':
      return `the variable ${source.name}`;
    case 'file':
      return source.path;
    case 'command':
      return `the program ${source.command[0] ?? ''}`;
  }
}
