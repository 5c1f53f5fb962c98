import { isThisMachine } from '../lib/this-machine.ts';

/**
 * The addresses that a typed one may mean, the first to try first. Without a scheme it is https; http only where a token may go over it: to
 * this machine, or where the operator allows it.
 */
export function typedAddresses(typed: string, allowPlainHttp: boolean): readonly string[] {
  const text = typed.trim();
  if (text.includes('://')) return [text];
  const https = `https://${text}`;
  const isPlainAllowed = allowPlainHttp || isThisMachine(URL.parse(https)?.hostname ?? '');
  return isPlainAllowed ? [https, `http://${text}`] : [https];
}
