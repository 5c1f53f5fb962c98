import type { Scope } from '../../src/journal/journal.ts';

export const HERE: Scope = { service: 'https://market.example', project: 'proj_demo' };
