import type { Filter } from '../../resources/filter/parse.ts';

/** Shapes of a message: the documented JSON, or those that chat services take. */
export const NOTIFY_FORMATS = ['json', 'slack', 'discord'] as const;
export type NotifyFormat = (typeof NOTIFY_FORMATS)[number];

/** A `[[notify]]` of the config without its address: which events go there, and in what shape. */
export type NotifyTarget = {
  readonly name: string;
  readonly format: NotifyFormat;
  readonly filter: Filter;
  /** Profiles whose events are sent; empty for all but the demo's. */
  readonly profiles: readonly string[];
  /** Time that a message waits for more events, in milliseconds. */
  readonly groupMs: number;
};

/** A target that can be sent to. `url` throws a sentence without the address when it can't be had. */
export type AddressedTarget = NotifyTarget & { readonly url: () => Promise<URL> };

/** Name of the profile of the embedded market. */
const DEMO = 'demo';

/** Whether the events of a profile go to a target. Those of the demo go only where it is named, since nothing in it is real. */
export const takesProfile = ({ profiles }: Pick<NotifyTarget, 'profiles'>, profile: string): boolean =>
  profiles.length === 0 ? profile !== DEMO : profiles.includes(profile);
