import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Endpoint } from '../contract/endpoint.ts';
import { isValid } from './credentials.ts';
import { MarketFailure } from './errors.ts';
import { openApiDocument } from './openapi.ts';
import { errorBody, HttpError } from './routes/error-body.ts';
import type { Handler, MarketContext } from './routes/handler.ts';
import { handlersOf } from './served.ts';
import { unauthorizedStatus } from './variants.ts';

/** In bytes: room for any startup script. */
const LARGEST_BODY = 1024 * 1024;

/** Other names are refused: a web page can point its own name here (DNS rebinding). */
const OWN_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

export type Runner = {
  readonly market: MarketContext;
  readonly pass: () => void;
  /** Before each answer. @throws {MarketFailure} */
  readonly save: () => void;
  readonly log: (line: string) => void;
};

/** The interface over HTTP (section 4), and `/openapi.json`, without a token. */
export function createApp(runner: Runner): Hono {
  const app = new Hono();
  const { market } = runner;
  app.use(async (context, next) => {
    requireOwnHost(context);
    runner.pass();
    await next();
    context.header('Date', new Date(market.world.now).toUTCString());
    context.header('Cache-Control', 'no-store');
  });
  app.get('/openapi.json', (context) => context.json(openApiDocument(new URL(context.req.url).origin, '2', market)));
  for (const handler of Object.values(handlersOf(market))) route(app, handler, runner);
  app.notFound((context) => refuse(context, missing(context, market), market));
  app.onError((error, context) => {
    if (!(error instanceof HttpError || error instanceof MarketFailure))
      runner.log(`${context.req.method} ${context.req.path} met a fault: ${error.stack ?? error.message}`);
    return refuse(context, asHttpError(error), market);
  });
  return app;
}

function route(app: Hono, { endpoint, handle }: Handler<Endpoint>, { market, save }: Runner): void {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
  app.on(
    endpoint.method,
    path,
    async (context, next) => {
      requireToken(context, endpoint, market);
      await next();
    },
    bodyLimit({
      maxSize: LARGEST_BODY,
      onError: () => {
        throw new HttpError(413, 'The body is larger than 1 MB');
      },
    }),
    async (context) => {
      const body = await context.req.text();
      if (body !== '') requireJson(context);
      const request = { params: context.req.param(), query: new URL(context.req.url).searchParams, body };
      const answer = await handle(request, market);
      save();
      return endpoint.success === 204 ? context.body(null, 204) : jsonAnswer(answer, endpoint.success);
    },
  );
}

/** Section 5. */
function requireToken(context: Context, endpoint: Endpoint, { world, variants }: MarketContext): void {
  const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '') ?? [];
  if (token !== undefined && isValid(world, token)) return;
  throw new HttpError(unauthorizedStatus(endpoint, variants), 'Invalid credentials');
}

function requireOwnHost(context: Context): void {
  if (!OWN_HOSTS.has(new URL(context.req.url).hostname)) throw new HttpError(400, 'Invalid host header');
}

function requireJson(context: Context): void {
  const type = context.req.header('Content-Type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new HttpError(415, 'Send the body as JSON, with the header Content-Type: application/json');
  }
}

function missing(context: Context, market: MarketContext): HttpError {
  const known = Object.values(handlersOf(market)).some(({ endpoint }) =>
    new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(context.req.path),
  );
  return known ? new HttpError(405, 'Method Not Allowed') : new HttpError(404, 'Not Found');
}

function asHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  return new HttpError(500, error instanceof MarketFailure ? error.message : 'Internal Server Error');
}

function refuse(context: Context, refusal: HttpError, { variants }: MarketContext): Response {
  const { type, text } = errorBody(refusal, variants['error-body']);
  if (refusal.status === 401) context.header('WWW-Authenticate', 'Bearer');
  return context.body(text, refusal.status, { 'Content-Type': type });
}

function jsonAnswer(answer: unknown, status: number): Response {
  return new Response(JSON.stringify(answer), { status, headers: { 'Content-Type': 'application/json' } });
}
