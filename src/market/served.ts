import type { Endpoint } from '../contract/endpoint.ts';
import { extraHandlers } from './extras/table.ts';
import type { Handler, MarketContext } from './routes/handler.ts';
import { handlers } from './routes/table.ts';

/** The handlers of a market by operation: those of the interface, and the extras where it has them. */
export function handlersOf({ extras }: Pick<MarketContext, 'extras'>): Readonly<Record<string, Handler<Endpoint>>> {
  return extras ? { ...handlers, ...extraHandlers } : handlers;
}
