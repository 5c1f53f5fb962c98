/** The row of each list that the service keeps, by the list's name. Every contract file with a list adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: contract files add to it, which only an interface allows
export interface ServiceRows {}

/** The name of a list that the service keeps. */
export type ServiceList = keyof ServiceRows;
