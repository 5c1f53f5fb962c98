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

/** Sends a request to a service of this process, or over sockets to any other one. */
const send: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const answer = services.get(new URL(request.url).origin);
  if (answer === undefined) return overSockets(request);
  request.signal.throwIfAborted();
  // A service may take its time: who asked may end the request before it has answered.
  const ended = new Promise<never>((_, reject) =>
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true }),
  );
  return Promise.race([answer(request), ended]);
};

/** Sends requests as `fetch` does, and counts them until their head has arrived. */
export const countedFetch: typeof fetch = (input, init) => underWay.request(send(input, init));

globalThis.fetch = countedFetch;
