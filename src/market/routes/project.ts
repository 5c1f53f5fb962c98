import type { Variants } from '../variants.ts';
import { HttpError, invalid } from './error-body.ts';
import type { MarketContext } from './handler.ts';

/** Rejects all projects but the market's only one with 404. The interface does not show the status. */
export function requireProject(project: string, market: MarketContext): void {
  if (project !== market.project) throw new HttpError(404, `Project ${project} not found`);
}

/** Whether the filters of a paged list return rows: a variant, which can also reject them. @throws {HttpError} 422. */
export function filtersBringRows(filters: Readonly<Record<string, unknown>>, variants: Variants): boolean {
  const given = Object.entries(filters).find(([, value]) => value != null);
  if (given === undefined || variants.filters === 'honoured') return true;
  if (variants.filters === 'nothing') return false;
  throw invalid(['query', given[0]], 'Extra inputs are not permitted', given[1], 'extra_forbidden');
}
