/** What the service says beyond the interface. Each extra adds its member. */
// biome-ignore lint/suspicious/noEmptyInterface: extras add members
export interface KnownExtras {}

declare module '../../store/state.ts' {
  interface ConsoleState {
    /** Undefined before anything was answered. */
    readonly extras?: KnownExtras;
  }
}
