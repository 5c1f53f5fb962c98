import { ownSetting } from '../../config/own-setting.ts';

export const past = ownSetting<boolean>({
  name: 'keepPast',
  flag: '--keep-past <true|false>',
  environment: 'SPOTDECK_KEEP_PAST',
  allowed: 'true or false',
  help: 'Keep the last hours in files of at most 64 MB, to go back in time.',
  live: true,
  screen: true,
  readBy: 'console',
  schema: ({ yes }) => yes(),
  fallback: true,
  after: 'preemption',
});
