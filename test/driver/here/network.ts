import type { Answer } from '../../../src/market/server.ts';
import { underWay } from './under-way.ts';

/** Services of this process by their origin. They are reached without a socket. */
const services = new Map<string, Answer>();

const overSockets = globalThis.fetch;

/** Has requests for an origin answered by a function of this process. Returns the function that ends this. */
export function serveHere(origin: string, answer: Answer): () => void {
  services.set(origin, answer);
  return () => void services.delete(origin);
}

/** Sends a request to a server of this machine, and counts it until its answer is read. */
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

/** Sends a request to a service of this process. */
async function sendHere(answer: Answer, request: Request): Promise<Response> {
  request.signal.throwIfAborted();
  // A service may take its time: who asked may end the request before it has answered.
  const ended = new Promise<never>((_, reject) =>
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true }),
  );
  return Promise.race([answer(request), ended]);
}

/** Sends requests as `fetch` does. Time stands still until they are answered. */
export const countedFetch: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  const answer = services.get(new URL(request.url).origin);
  return answer === undefined ? sendOverSocket(request) : underWay.request(sendHere(answer, request));
};

globalThis.fetch = countedFetch;
