import { counted } from '../lib/words.ts';
import type { ConnectFault, Delivery, FieldIssue, ListWarning, ServiceError, UsedProxy } from './result.ts';

export type ErrorMessage = { readonly what: string; readonly hint: string | null };

const WHERE_TOKENS_GO = 'Sign in with another API key or token: "spotdeck login" for a profile, or SPOTDECK_TOKEN.';
const LOOK_FIRST = 'The change may have been made. Check the list before you send it again.';

/** The service knows the token and refuses the request. */
export function isForbidden(error: ServiceError): error is Extract<ServiceError, { kind: 'not-signed-in' }> {
  return error.kind === 'not-signed-in' && error.status === 403;
}

/** The sentences for an error. Only this function words them. */
export function errorMessage(error: ServiceError): ErrorMessage {
  switch (error.kind) {
    case 'unreachable': {
      const { what, hint } = noConnection(error.why, error.where, error.proxy ?? null);
      return { what, hint: ifLost(error.reached, hint) };
    }
    case 'timeout':
      return {
        what: `The service did not answer within ${inWords(error.afterMs)}.`,
        hint: ifLost(error.reached, 'Check the network, or allow a longer time.'),
      };
    case 'aborted':
      return { what: 'The request was stopped before its answer came.', hint: ifLost(error.reached, null) };
    case 'not-signed-in':
      return error.status === 401
        ? { what: refusedToken(error), hint: WHERE_TOKENS_GO }
        : {
            what: withServerMessage('The token is not allowed to do this', error.said),
            hint: 'Use a token that may, or another project.',
          };
    case 'no-token':
      return {
        what: error.why ?? 'No usable token is set.',
        hint: `${WHERE_TOKENS_GO} A token has no blanks or line breaks.`,
      };
    case 'refused':
      return error.reached === 'no'
        ? { what: withServerMessage('The request was not sent', error.said ?? fieldsInWords(error.fields)), hint: null }
        : { what: refused(error.status, error.said ?? fieldsInWords(error.fields)), hint: null };
    case 'not-found':
      return {
        what: withServerMessage('The service did not find what was asked for', error.said),
        hint: 'It may already be gone. If everything is missing, check the address and the project.',
      };
    case 'conflict':
      return {
        what: withServerMessage('The service cannot do this in the current state', error.said),
        hint: 'It may be in use or may have changed. Refresh and check.',
      };
    case 'rate-limited':
      return {
        what: withServerMessage('The service asks for fewer requests', error.said),
        hint: waitInWords(error.waitMs) ?? 'Wait a while before the next one.',
      };
    case 'server-fault':
      return {
        what: withServerMessage(`The service failed (status ${error.status})`, error.said),
        hint: ifLost(error.reached, waitInWords(error.waitMs)),
      };
    case 'unreadable-answer':
      return {
        what: `The response could not be read: ${error.why}.`,
        hint: ifLost(error.reached, 'Check that the address is that of the service.'),
      };
    case 'redirected':
      return redirected(error);
    case 'plain-http':
      return {
        what: `Nothing was sent to ${error.where}: over plain http, others could read the token.`,
        hint: 'Use an https address, or allow plain http in the profile.',
      };
    case 'read-only':
      return {
        what: 'Nothing was sent, because this console is read-only.',
        hint: 'Start it without read-only to make changes.',
      };
  }
}

export function warningMessage(warning: ListWarning): string {
  switch (warning) {
    case 'cursor-repeated':
      return 'The service repeated a page, so the list ends there and rows may be missing.';
    case 'page-limit':
      return 'The list has more pages than the limit, so rows are missing.';
    case 'rows-repeated':
      return 'Some rows came twice and are shown once.';
  }
}

const BY_PROXY: Partial<Record<ConnectFault, (proxy: string) => string>> = {
  refused: (proxy) => `The proxy ${proxy} refused the connection.`,
  'name-unknown': (proxy) => `The name of the proxy ${proxy} could not be found.`,
  'no-route': (proxy) => `There is no route to the proxy ${proxy}.`,
  'connect-timeout': (proxy) => `The proxy ${proxy} did not answer.`,
};

function noConnection(why: ConnectFault, where: string, proxy: UsedProxy | null): ErrorMessage {
  const byProxy = proxy === null ? undefined : BY_PROXY[why];
  if (proxy !== null && byProxy !== undefined)
    return {
      what: byProxy(proxy.address),
      hint: `Check ${proxy.variable}, or name ${where.replace(/:\d+$/, '')} in NO_PROXY to go without it.`,
    };
  switch (why) {
    case 'proxy-refused':
      return {
        what: `The proxy${proxy === null ? '' : ` ${proxy.address}`} did not connect to ${where}.`,
        hint: `It may want another user name and password in ${proxy?.variable ?? 'HTTPS_PROXY'}, or not allow this address.`,
      };
    case 'refused':
      return {
        what: `The service at ${where} refused the connection.`,
        hint: 'Check the address, and that the service is running.',
      };
    case 'name-unknown':
      return { what: `The name in ${where} could not be found.`, hint: 'Check the address and the network.' };
    case 'no-route':
      return {
        what: `There is no route to ${where}.`,
        hint: 'Check the network, and the VPN if there is one.',
      };
    case 'certificate-expired':
      return {
        what: `The certificate of ${where} has expired.`,
        hint: 'Its operator has to renew it, unless the clock of this machine is wrong.',
      };
    case 'certificate-too-new':
      return {
        what: `The certificate of ${where} is not valid yet.`,
        hint: 'Check the clock of this machine.',
      };
    case 'certificate-name':
      return {
        what: `The certificate of ${where} is for another name.`,
        hint: 'Set the name in the certificate as the address, or tell the operator of the service.',
      };
    case 'certificate-authority':
      return {
        what: `The certificate of ${where} is from an unknown authority.`,
        hint: 'If you trust it, set NODE_EXTRA_CA_CERTS to the file with its certificate, and start again.',
      };
    case 'certificate':
      return {
        what: `The certificate of ${where} can't be used.`,
        hint: 'It may be revoked or made for another purpose: tell the operator of the service.',
      };
    case 'not-https':
      return {
        what: `There is no https at ${where}.`,
        hint: 'Check the port. For plain http begin the address with http://, if you trust the network.',
      };
    case 'tls':
      return {
        what: `A secure connection to ${where} could not be made.`,
        hint: 'The service may use an old version of TLS, or want a certificate from its callers.',
      };
    case 'connect-timeout':
      return { what: `${where} did not answer.`, hint: 'Check the address, the network and the firewall.' };
    case 'reset':
      return { what: `The connection to ${where} broke off.`, hint: 'Check the network.' };
    case 'other':
      return { what: `The service at ${where} could not be reached.`, hint: 'Check the address and the network.' };
  }
}

function refusedToken({ said, why }: Extract<ServiceError, { readonly kind: 'not-signed-in' }>): string {
  const what = withServerMessage('The service did not accept the token', said);
  return why === undefined ? what : `${what} ${why}`;
}

function redirected({
  to,
  service,
  isWrite,
  reached,
}: Extract<ServiceError, { readonly kind: 'redirected' }>): ErrorMessage {
  if (service !== null)
    return {
      what: `The service redirected the request to ${service}.`,
      hint: ifLost(
        reached,
        `The token goes only to the configured address. If you trust ${service}, set it as the address.`,
      ),
    };
  return {
    what: `The service redirected the request to ${to}.`,
    hint: ifLost(
      reached,
      isWrite
        ? 'Nothing was changed: a change is never sent to a second place. The service has to take it where it was sent.'
        : 'The token goes only to the configured address. Check that it is that of the service.',
    ),
  };
}

/** No hint is more important than not to send a lost write again. */
function ifLost(reached: Delivery, otherwise: string | null): string | null {
  return reached === 'maybe' ? LOOK_FIRST : otherwise;
}

function refused(status: number, serverMessage: string | null): string {
  return serverMessage === null
    ? `The service refused the request (status ${status}).`
    : withServerMessage('The service refused the request', serverMessage);
}

function withServerMessage(what: string, serverMessage: string | null): string {
  if (serverMessage === null) return `${what}.`;
  return /[.!?…]$/.test(serverMessage) ? `${what}: ${serverMessage}` : `${what}: ${serverMessage}.`;
}

function fieldsInWords(fields: readonly FieldIssue[]): string | null {
  if (fields.length === 0) return null;
  return fields.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join(' ');
}

function waitInWords(ms: number | null): string | null {
  return ms === null ? null : `It accepts requests again in ${inWords(ms)}.`;
}

function inWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} milliseconds`;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return counted(seconds, 'second');
  return `${Math.ceil(seconds / 60)} minutes`;
}
