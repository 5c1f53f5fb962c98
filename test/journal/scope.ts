import type { Scope } from '../../src/journal/scope.ts';

export const HERE: Scope = { service: 'https://market.example', project: 'proj_demo' };
