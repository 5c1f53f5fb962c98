import type { Word } from '../../resources/glossary.ts';

/** The words of rules. */
export const ruleWords = {
  rule: { word: 'rule', means: 'changes bids by itself, as the config file says' },
  rehearse: { word: 'rehearse', means: 'a rule says what it would do, and sends nothing yet' },
  ladder: { word: 'ladder', means: 'a rule that raises a limit price step by step, up to a cap, while a bid is out' },
  spread: { word: 'spread', means: 'a rule that bids in several regions and keeps the first that is filled' },
} as const satisfies Readonly<Record<string, Word>>;
