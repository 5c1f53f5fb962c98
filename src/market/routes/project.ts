import type { Variants } from '../variants.ts';
import type { MarketContext } from './handler.ts';
import { HttpError, invalid } from './http-error.ts';

/** The market has one project; another is not found. Which status that is: not shown. */
export function requireProject(project: string, market: MarketContext): void {
  if (project !== market.project) throw new HttpError(404, `Project ${project} not found`);
}

/** Whether the filters of a paged list work, bring nothing, or are refused: a reading. @throws {Refusal} 422. */
export function filtersBringRows(filters: Readonly<Record<string, unknown>>, variants: Variants): boolean {
  const given = Object.entries(filters).find(([, value]) => value != null);
  if (given === undefined || variants.filters === 'honoured') return true;
  if (variants.filters === 'nothing') return false;
  throw invalid(['query', given[0]], 'Extra inputs are not permitted', given[1], 'extra_forbidden');
}
