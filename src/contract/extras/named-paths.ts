/** Lists with names of identifiers, apart from their schemas, which commands do without. */
export const NAMED_PATHS = {
  instanceTypes: '/v2/instance-types',
  projects: '/v2/projects',
  teammates: '/v2/me/teammates',
  me: '/v2/me',
} as const;
