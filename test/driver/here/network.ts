import type { Answer } from '../../../src/market/server.ts';
import { underWay } from './under-way.ts';

/** By origin, reached without a socket. */
const services = new Map<string, Answer>();

const overSockets = globalThis.fetch;

/** Answers requests for an origin. Returns how to stop. */
export function serveHere(origin: string, answer: Answer): () => void {
  services.set(origin, answer);
  return () => void services.delete(origin);
}

/** Counts a request until its answer is read. */
async function sendOverSocket(request: Request): Promise<Response> {
  const done = underWay.socket();
  request.signal.addEventListener('abort', done, { once: true });
  try {
    const answer = await overSockets(request);
    if (answer.body === null) {
      done();
      return answer;
    }
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        underWay.changed();
        out.enqueue(chunk);
      },
      flush: done,
      cancel: done,
    });
    const { status, statusText, headers } = answer;
    return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
  } catch (error) {
    done();
    throw error;
  }
}

async function sendHere(answer: Answer, request: Request): Promise<Response> {
  request.signal.throwIfAborted();
  // The caller may end the request before.
  const ended = new Promise<never>((_, reject) =>
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true }),
  );
  return Promise.race([answer(request), ended]);
}

/** Time stands still until requests are answered. */
export const countedFetch: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  const answer = services.get(new URL(request.url).origin);
  return answer === undefined ? sendOverSocket(request) : underWay.request(sendHere(answer, request));
};

globalThis.fetch = countedFetch;
