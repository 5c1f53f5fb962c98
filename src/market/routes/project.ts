import type { Readings } from '../variants.ts';
import type { Market } from './handler.ts';
import { invalid, Refusal } from './http-error.ts';

/** The market has one project; another is not found. Which status that is: not shown. */
export function requireProject(project: string, market: Market): void {
  if (project !== market.project) throw new Refusal(404, `Project ${project} not found`);
}

/** Whether the filters of a paged list work, bring nothing, or are refused: a reading. @throws {Refusal} 422. */
export function filtersBringRows(filters: Readonly<Record<string, unknown>>, readings: Readings): boolean {
  const given = Object.entries(filters).find(([, value]) => value != null);
  if (given === undefined || readings.filters === 'honoured') return true;
  if (readings.filters === 'nothing') return false;
  throw invalid(['query', given[0]], 'Extra inputs are not permitted', given[1], 'extra_forbidden');
}
