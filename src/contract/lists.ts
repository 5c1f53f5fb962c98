/** Row type of each list of the service, by the list's name. Each contract file with a list adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: contract files add to it, which only an interface allows
export interface ServiceRows {}

/** Name of a list of the service. */
export type ServiceList = keyof ServiceRows;
