import { type Answered, calm, type Fault } from './wire.ts';

type Headers = Readonly<Record<string, string>>;

/** Answers without asking the market. */
export function instead(status: number, text: string, headers: Headers = {}): Fault {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  };
}

/** An error of the service, with its reason in the usual shape. */
export function refuses(status: number, detail: string, headers: Headers = {}): Fault {
  return instead(status, JSON.stringify({ detail }), headers);
}

/** A page that something in between shows. */
export function page(status: number, title: string): Fault {
  const html = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return instead(status, html, { 'content-type': 'text/html; charset=utf-8' });
}

/** The market's answer with another text; one without a body comes as 200 with the text. */
export function rewritten(rewrite: (text: string) => string, headers: Headers = {}): Fault {
  return async ({ forward, response }) => {
    const { status, type, text } = await forward();
    response.writeHead(status === 204 ? 200 : status, { 'content-type': type || 'application/json', ...headers });
    response.end(rewrite(text));
  };
}

/** Never answers. */
export const silence: Fault = () => undefined;

/** Breaks off before anything of an answer came. */
export const resets: Fault = ({ reset }) => reset();

/** Breaks off in the middle of the answer. */
export const breaksOff: Fault = async ({ forward, response, reset }) => {
  const { text } = await forward();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length + 100) });
  response.write(text.slice(0, Math.ceil(text.length / 2)) || '{', () => setImmediate(reset));
};

/** Answers well and then breaks off. */
export const resetsAfter: Fault = async (struck) => {
  struck.response.on('finish', () => setImmediate(struck.reset));
  await calm(struck);
};

/** How many turns of the event loop an answer is kept that others overtake: enough for a request to come and go. */
const OVERTAKEN_TURNS = 1000;

/** Answers well, after what was asked later. */
export const overtaken: Fault = async (struck) => {
  await struck.forward();
  for (let turn = 0; turn < OVERTAKEN_TURNS; turn++) await new Promise((next) => setImmediate(next));
  await calm(struck);
};

/** Begins to answer and stops in the middle. */
export const stalls: Fault = async ({ forward, response }) => {
  const { text } = await forward();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length + 100) });
  response.write(text.slice(0, Math.ceil(text.length / 2)) || '{');
};

/** An answer that goes on for as long as somebody listens. */
export const endless: Fault = async ({ forward, response }) => {
  await forward();
  response.writeHead(200, { 'content-type': 'application/json' });
  const drip = setInterval(() => response.write(' '.repeat(1000)), 5);
  response.on('close', () => clearInterval(drip));
};

/** The market's answer after so many bytes of nothing. */
export function padded(bytes: number): Fault {
  return rewritten((text) => ' '.repeat(bytes) + text);
}

/** Sends the request on to another address. */
export function sentOn(status: number, to: (path: string) => string): Fault {
  return ({ request, response }) => void response.writeHead(status, { location: to(request.path) }).end();
}

/** Sends the request on to where it came from, and answers there when it comes again. */
export function sentRound(status: number): Fault {
  const on = new Set<string>();
  return async (struck) => {
    const { path } = struck.request;
    if (on.delete(path)) return calm(struck);
    on.add(path);
    return sentOn(status, (same) => same)(struck);
  };
}

/** A row of an answer, as it came. */
export type Given = Readonly<Record<string, unknown>>;
type Page = { readonly rows: readonly Given[]; readonly next: unknown };

/** Rewrites the rows of a list, in pages or whole, and of an answer that is one row. */
export function rows(rewrite: (rows: readonly Given[]) => readonly Given[]): Fault {
  return rewritten((text) => {
    const value: unknown = text === '' ? null : JSON.parse(text);
    if (Array.isArray(value)) return JSON.stringify(rewrite(value.filter(isGiven)));
    if (!isGiven(value)) return text;
    if ('data' in value) return JSON.stringify({ ...value, data: rewrite(pageOf(value).rows) });
    return JSON.stringify(rewrite([value])[0]);
  });
}

/** Rewrites each page of the lists that come in pages; `first` tells the one without a cursor, `list` is its path. */
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

/** A cursor that the market never gave out brings what it would bring without rows. */
async function secondPage(forward: () => Promise<Answered>): Promise<Answered> {
  const answer = await forward();
  return answer.status === 200
    ? answer
    : { status: 200, type: 'application/json', text: JSON.stringify({ data: [], next_cursor: null }) };
}

function pageOf(value: Given): Page {
  const { data, next_cursor: next = null } = value;
  return { rows: Array.isArray(data) ? data.filter(isGiven) : [], next };
}

function isGiven(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
