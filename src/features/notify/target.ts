import type { Filter } from '../../resources/filter/parse.ts';

/** What chat services take, by the name of the format, for a text. */
export const CHATS = {
  slack: (text: string): object => ({ text }),
  discord: (content: string): object => ({ content, allowed_mentions: { parse: [] } }),
} as const;
type Chat = keyof typeof CHATS;

/** Shapes of a message: the documented JSON, or those that chat services take. */
export type NotifyFormat = 'json' | Chat;
export const NOTIFY_FORMATS: readonly NotifyFormat[] = [
  'json',
  ...Object.keys(CHATS).filter((name): name is Chat => Object.hasOwn(CHATS, name)),
];

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
