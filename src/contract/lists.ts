/** Row of each list of the service. Contract files add their own. */
// biome-ignore lint/suspicious/noEmptyInterface: contract files add to it, which only an interface allows
export interface ServiceRows {}

export type ServiceList = keyof ServiceRows;
