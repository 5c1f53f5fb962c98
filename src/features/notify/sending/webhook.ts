import { networkError } from '../../../api/network-error.ts';
import type { ConnectFault } from '../../../api/result.ts';
import { loadTransport, SINGLE_ATTEMPT, startTimeout } from '../../../api/transport.ts';
import { system } from '../../../system/system.ts';

/** What came back for a posted message: a status, or a clause that says why there is none. Nothing of the URL but its host is in it. */
export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'aborted' };

/** A message to post: the same `id` and body each time it is tried. */
export type WebhookMessage = { readonly id: string; readonly body: string };

/** Longest time that a receiver may take to answer, in milliseconds. */
export const WEBHOOK_TIMEOUT_MS = 10_000;

/** Posts a message once. Redirects are not followed, and nothing of the answer's body is read. Nothing is thrown. */
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

/** Why there was no answer. Messages of the HTTP client are left out, because they may quote the URL. */
function whyOf(error: unknown): string {
  const failure = networkError(error, '', true, 0);
  if (failure.kind === 'unreachable') return UNREACHABLE[failure.why];
  return failure.kind === 'timeout' ? 'it did not answer' : 'its answer could not be read';
}
