/** Record of what the console does about an accident by a key, a paste or a slip. */
type Ending = 'prevented' | 'asked about' | 'undone';

/** One accident that operators of such consoles report, and the stories that prove the console's behaviour. */
export type Accident = {
  readonly what: string;
  readonly ending: Ending;
  /** Behaviour of the console. */
  readonly instead: string;
  /** Names of the tests, wherever they lie. */
  readonly stories: readonly string[];
};

/** Accidents with keys, forms and undo. Each row has a story; the README of this folder is generated from them. */
export const accidents: readonly Accident[] = [
  {
    what: 'One key stops work',
    ending: 'asked about',
    instead: 'The first tap says which instances stop and what they cost; the second one does it.',
    stories: [
      'p on a running bid asks for a second tap, Esc cancels, and the same key or y confirms',
      'a first tap is cancelled after five seconds, a dialog is not',
    ],
  },
  {
    what: 'One key begins to cost',
    ending: 'asked about',
    instead: 'The first tap says up to how much; the second one does it.',
    stories: ['* r resumes the paused ones, and says how many are left out'],
  },
  {
    what: 'One key stops a whole fleet, or production',
    ending: 'asked about',
    instead: 'Above five running bids, and in a production profile, the count is typed.',
    stories: ['with work on %i bids and %o it is: %s', 'a typed count begins again when an instance more would stop'],
  },
  {
    what: 'The bid changes between the first tap and the second',
    ending: 'asked about',
    instead:
      'The question changes with it, or goes away with the reason; the second tap does what the question says by then.',
    stories: [
      'is asked for again when the confirmed action has changed meanwhile',
      'a question that is no longer possible goes away, and the reason is shown',
    ],
  },
  {
    what: 'The row under the cursor goes, and the key hits its neighbour',
    ending: 'prevented',
    instead: 'The row keeps its place, drawn as gone, and no key does anything to any row until the cursor is moved.',
    stories: [
      'keeps its place and the cursor, is drawn as gone, and is no target, marked or not',
      'neither a poll nor time removes the row under the cursor: a key meant for it acts on no other row',
    ],
  },
  {
    what: 'A pasted or typed-ahead text opens a question and answers it',
    ending: 'prevented',
    instead: 'Only a key by itself, 250 ms after the question, answers it.',
    stories: [
      '%s may ask, and answers nothing',
      'a name typed with its Enter deletes nothing until Enter is pressed separately',
    ],
  },
  {
    what: 'A word pasted into a list pauses a bid',
    ending: 'prevented',
    instead: 'One of several keys that come together only ever asks.',
    stories: ['"please" pasted into a list without brackets pauses nothing, nor does "pp"'],
  },
  {
    what: 'A form is sent before it was read again',
    ending: 'prevented',
    instead: 'The review waits for an Enter of its own.',
    stories: ['a form typed with all its Enters stops at the review'],
  },
  {
    what: 'Marked rows that a filter hides are forgotten',
    ending: 'asked about',
    instead: 'Every question says how many are left out; * includes them.',
    stories: ['are included by *, and the question then covers all of them'],
  },
  {
    what: 'e with marks edits one row in silence',
    ending: 'prevented',
    instead: 'It changes all marked bids, after a review of each price and of the sum; one undo takes all back.',
    stories: [
      'e changes every marked bid once by +10%, after a review of each price and the sum, and one u undoes all',
      'rows of successful writes lose their marks, refused ones stay marked',
      'marks that the filter hides are named in the form, and those that are shown are changed',
    ],
  },
  {
    what: 'A slip in a change of many prices multiplies all of them',
    ending: 'asked about',
    instead:
      'When the price of one is startling, when all together pass the budget, and in production, the number of bids is typed.',
    stories: ['a startling price of one bid, and a production profile, have the number of bids typed'],
  },
  {
    what: 'An undo overwrites what somebody else has changed since',
    ending: 'prevented',
    instead: 'The rows are read again at y; what differs is left alone and named.',
    stories: ['of a bid that somebody else changed since the last list sends nothing, names the bid and polls again'],
  },
  {
    what: 'A bid is paused in the belief that undo brings its work back',
    ending: 'asked about',
    instead: 'The question names what stops, and the offer to undo says that the work is not brought back.',
    stories: ['u shows what the last change is set back to, y sends that as an undo, Esc keeps it for later'],
  },
  {
    what: 'A change whose answer was lost is believed done, or done twice',
    ending: 'prevented',
    instead: 'It is sent once, and the lists settle in words how it ended.',
    stories: ['a pause whose answer was lost (%s it was carried out) is settled in words by the lists'],
  },
  {
    what: 'The wrong thing is destroyed',
    ending: 'asked about',
    instead: 'The dialog names what goes and what stops; of several, of a volume and in production it is typed.',
    stories: [
      'x on a bid names it and the instances that stop; y cancels it, once',
      'for several rows the count has to be typed',
      'for a volume the name has to be typed',
      'a volume in use names its bids and is not deleted',
    ],
  },
  {
    what: 'A slip of the finger multiplies a price',
    ending: 'asked about',
    instead:
      'At ten times the old price, and at five times the median of the same type and region, the price is typed again.',
    stories: [
      'a price of ten times the old one has to be typed again before it is sent, in any spelling',
      '%s beside %j: %s',
    ],
  },
  {
    what: 'A slip of the finger loses what runs to a price that is too low',
    ending: 'asked about',
    instead: 'At half the old price or less, while instances run, the price is typed again.',
    stories: ['with %i running, $26.05 → %s: %s'],
  },
  {
    what: 'The budget is passed unnoticed',
    ending: 'asked about',
    instead: 'Running and open bids count together; over the budget the price is typed again.',
    stories: [
      'the cost of running and open bids is shown while a price is typed, and a price over the budget has to be typed again',
      'three bids of $100 an hour are not all placed under a budget of $250 because none is filled yet',
      'a price without a sign is in dollars, beside prices that have one',
    ],
  },
  {
    what: 'An undo is refused because of how the service writes its prices',
    ending: 'prevented',
    instead: 'Amounts are sent in one spelling.',
    stories: [
      'a price that the service writes as $1,204.00 is sent as $1204.00, by undo, by a new bid like it and by the command line',
    ],
  },
  {
    what: 'A bid is placed in a region by a slip of the hand',
    ending: 'asked about',
    instead:
      'A type that is known in other regions only is sent when the region is typed again; a region where nothing is gets a line.',
    stories: ['a type that is known in other regions only is sent when the region is typed again'],
  },
  {
    what: 'A running bid is resumed by a slip, and its undo stops it',
    ending: 'prevented',
    instead: 'Resume applies to paused bids alone; undo names what stops and what it costs, as p does.',
    stories: [
      'r on a bid that is allocated and running says that it is not paused, and sends nothing',
      'of a resume names what stops and what it costs, as p does',
    ],
  },
  {
    what: 'A review is sent over a newer value',
    ending: 'asked about',
    instead:
      'The review is of the bid as it is now and marks what changed; +10% is computed from that price, the guard compares with it, and only the field that you changed is sent.',
    stories: [
      'a price of a colleague is not overwritten unseen: the review shows it, and half of it is typed again',
      'of several bids computes +10% from the price of now',
    ],
  },
  {
    what: 'An instance starts, or the bid ends, while a dialog is open',
    ending: 'asked about',
    instead:
      'The dialog says what it would do now; a typed count begins again, and one that is no longer possible says why.',
    stories: [
      'x counts an instance that started since, and its y must come after that',
      'a typed count begins again when an instance more would stop',
      'a bid that was cancelled elsewhere is not cancelled again: the dialog says why',
    ],
  },
  {
    what: 'Keys act on a screen that is too small to show anything',
    ending: 'prevented',
    instead: 'Below 40 × 10 no key changes anything: q and Ctrl-c quit, Ctrl-z suspends, Ctrl-l redraws.',
    stories: ['a question that is open when the screen becomes too small waits until it can be seen again'],
  },
  {
    what: 'The laptop was asleep, or the program stopped, while a question was open',
    ending: 'asked about',
    instead: 'After more than 5 seconds every question is asked anew, and a first tap is cancelled.',
    stories: [
      'a console that was stopped asks anew: a y typed while it stood still cancels nothing, and the next one does',
    ],
  },
  {
    what: 'A key is held down',
    ending: 'prevented',
    instead:
      'A second tap, and an answer by the key that was pressed last, count when it comes neither just before nor in the 150 ms after it.',
    stories: [
      'pauses nothing where it %s',
      'is told apart from two quick taps, 400 ms apart',
      'opens the review of %s with Enter, but does not send it',
    ],
  },
  {
    what: 'The lists are old when something is confirmed',
    ending: 'asked about',
    instead: 'The question says how old its counts are, and nothing is done without asking.',
    stories: ['on lists that failed it says how old its counts are, and nothing is done without asking'],
  },
  {
    what: 'The profile is switched while a change is under way',
    ending: 'undone',
    instead: 'It is reported, noted and offered to u under its own profile.',
    stories: ['the response names the old %s in notice and Activity, and u offers it there'],
  },
  {
    what: 'A rule works against what was done by hand',
    ending: 'prevented',
    instead:
      'What somebody resumes is left alone, and the rule says what hinders it; undo names the rule that changed a bid.',
    stories: [
      'a bid that somebody resumes after the rule paused it is left alone until the budget is met with it, and the rule says so',
      'names the own rule that has changed the bid since, not somebody else',
    ],
  },
  {
    what: 'A machine begins to work between the question and the answer',
    ending: 'asked about',
    instead: 'The question counts busy machines and is new with each change.',
    stories: [
      'a machine that begins to work between the two taps changes the question, and the second tap must come after it',
    ],
  },
  {
    what: 'A login is opened with a question open',
    ending: 'prevented',
    instead: 'Any other key lets the question go; the next tap asks again.',
    stories: ['a login with a question open lets the question go'],
  },
  {
    what: 'A rule is released whose text has changed since it was looked at',
    ending: 'prevented',
    instead: 'It is not released, and the last line says so.',
    stories: ['a rule whose text changes between the two taps is not released'],
  },
  {
    what: 'The rotation of a key is killed half way',
    ending: 'prevented',
    instead: 'At each moment a kept key works, and the next run goes on where it ended.',
    stories: [
      'SIGKILL at the first request of a rotation and at each write, before it arrives and before its answer: a kept key works, and the next run ends with one new key',
    ],
  },
  {
    what: 'Two consoles, or two programs, do the same thing at once',
    ending: 'prevented',
    instead: 'A question goes away when the other one has done it; rules and rotations have one runner.',
    stories: [
      'a question that is no longer possible goes away, and the reason is shown',
      'two rotations at once make one new key: the other one waits for nobody, says so, and changes nothing',
    ],
  },
  {
    what: 'The console is ended with a secret on screen',
    ending: 'prevented',
    instead: 'It is in a file of the owner alone, whose path the next start names.',
    stories: ['after %s the secret on screen is in a file of the owner alone, which the next start names'],
  },
  {
    what: 'A bid is placed that nobody can log in to, or a Block volume is shared by several instances',
    ending: 'asked about',
    instead: 'The number of instances is typed; the command line asks about the volume and warns of the key.',
    stories: [
      'when there is none, the review says that nobody can log in, and the number of instances is typed',
      'has the number of instances typed, on the command line too',
    ],
  },
];

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The table of the README of this folder. */
export function accidentTable(): string {
  return [
    '| accident | | what the console does | proven by |',
    '| --- | --- | --- | --- |',
    ...accidents.map(({ what, ending, instead, stories }) => {
      const proofs = stories.map((name) => name.replaceAll(/%[sijo]/g, '…'));
      return `| ${[what, ending, instead, proofs.join('<br>')].map(cell).join(' | ')} |`;
    }),
  ].join('\n');
}
