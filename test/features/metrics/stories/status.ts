import { type Agent, request } from 'node:http';

/** Sends a request with the headers as given, which fetch would not. Resolves with the status of its answer. */
export function statusOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
  agent: Agent | undefined = undefined,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, method, agent }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });
}
