import { once } from '../../src/lib/memoize.ts';
import { calm, type Fault, type WireAnswer } from './wire.ts';

type Headers = Readonly<Record<string, string>>;

/** Responds without the market. */
export function instead(status: number, text: string, headers: Headers = {}): Fault {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}

/** Error of the service, with its reason in the usual format. */
export function refuses(status: number, detail: string, headers: Headers = {}): Fault {
  return instead(status, JSON.stringify({ detail }), headers);
}

/** Page of a proxy. */
export function page(status: number, title: string): Fault {
  const html = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return instead(status, html, { 'content-type': 'text/html; charset=utf-8' });
}

/** Response of the market with another text; one without a body gets status 200 and the text. */
export function rewritten(rewrite: (text: string) => string, headers: Headers = {}): Fault {
  return async ({ forward, response }) => {
    const { status, type, text } = await forward();
    response.writeHead(status === 204 ? 200 : status, { 'content-type': type || 'application/json', ...headers });
    response.end(rewrite(text));
  };
}

/** Never responds. */
export const silence: Fault = ({ hangs }) => hangs();

/** Closes the connection before the response. */
export const resets: Fault = ({ reset }) => reset();

/** Closes the connection in the middle of the response. */
export const breaksOff: Fault = async ({ forward, response, reset }) => {
  const { text } = await forward();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length + 100) });
  response.write(text.slice(0, Math.ceil(text.length / 2)) || '{', () => setImmediate(reset));
};

/** Responds, then closes the connection. */
export const resetsAfter: Fault = async (struck) => {
  struck.response.on('finish', () => setImmediate(struck.reset));
  await calm(struck);
};

/** Turns of the event loop by which a response is delayed, enough for another request to complete. */
const OVERTAKEN_TURNS = 1000;

/** Responds after a later request. */
export const overtaken: Fault = async (struck) => {
  await struck.forward();
  for (let turn = 0; turn < OVERTAKEN_TURNS; turn++) await new Promise((next) => setImmediate(next));
  await calm(struck);
};

/** Starts a response and stops in the middle. */
export const stalls: Fault = async ({ forward, response, hangs }) => {
  const { text } = await forward();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length + 100) });
  response.write(text.slice(0, Math.ceil(text.length / 2)) || '{');
  hangs();
};

/** Response that goes on as long as the client reads. */
export const endless: Fault = async ({ forward, response, hangs }) => {
  await forward();
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '.repeat(1000)), 5);
  response.on('close', () => clearInterval(drip));
  response.write(' '.repeat(1000));
  hangs();
};

/** Response of the market after a number of blank bytes. */
export function padded(bytes: number): Fault {
  const blank = once(() => Buffer.alloc(bytes, ' '));
  return async ({ forward, response }) => {
    const { status, type, text } = await forward();
    response.writeHead(status, { 'content-type': type });
    response.write(blank());
    response.end(text);
  };
}

/** Redirects the request to another address. */
export function sentOn(status: number, to: (path: string) => string): Fault {
  return ({ request, response }) => void response.writeHead(status, { location: to(request.path) }).end();
}

/** Redirects the request to the same address, and responds there on the second request. */
export function sentRound(status: number): Fault {
  const on = new Set<string>();
  return async (struck) => {
    const { path } = struck.request;
    if (on.delete(path)) return calm(struck);
    on.add(path);
    return sentOn(status, (same) => same)(struck);
  };
}

/** Row of a response, as the market sent it. */
export type GivenValues = Readonly<Record<string, unknown>>;
type Page = { readonly rows: readonly GivenValues[]; readonly next: unknown };

/** Rewrites the rows of a list, in pages or in full, and of a response with one row. */
export function rows(rewrite: (rows: readonly GivenValues[]) => readonly GivenValues[]): Fault {
  return rewritten((text) => {
    const value: unknown = text === '' ? null : JSON.parse(text);
    if (Array.isArray(value)) return JSON.stringify(rewrite(value.filter(isGiven)));
    if (!isGiven(value)) return text;
    if ('data' in value) return JSON.stringify({ ...value, data: rewrite(pageOf(value).rows) });
    return JSON.stringify(rewrite([value])[0]);
  });
}

/** Rewrites each page of paged lists; `first` is set for the page without a cursor, `list` is its path. */
export function pages(rewrite: (page: Page, first: boolean, list: string) => Page): Fault {
  return async ({ request, forward, response }) => {
    const first = !request.path.includes('next_cursor=');
    const { status, type, text } = first ? await forward() : await secondPage(forward);
    const value: unknown = text === '' ? null : JSON.parse(text);
    response.writeHead(status, { 'content-type': type });
    if (!isGiven(value) || !('data' in value)) return void response.end(text);
    const { rows: data, next } = rewrite(pageOf(value), first, request.path.replace(/\?.*/, ''));
    response.end(JSON.stringify({ data, next_cursor: next }));
  };
}

/** A cursor that the market never issued returns an empty page. */
async function secondPage(forward: () => Promise<WireAnswer>): Promise<WireAnswer> {
  const answer = await forward();
  return answer.status === 200
    ? answer
    : { status: 200, type: 'application/json', text: JSON.stringify({ data: [], next_cursor: null }) };
}

function pageOf(value: GivenValues): Page {
  const { data, next_cursor: next = null } = value;
  return { rows: Array.isArray(data) ? data.filter(isGiven) : [], next };
}

function isGiven(value: unknown): value is GivenValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
