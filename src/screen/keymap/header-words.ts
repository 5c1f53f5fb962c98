/** Numbers of the header and what they count, for help. */
export const headerWords: readonly { readonly number: string; readonly means: string }[] = [
  { number: '14 bids', means: 'Bids in the list, ended ones too' },
  {
    number: '31 of 47 running',
    means: 'Instances that run, of those that bids not paused or ended want; as in $',
  },
  { number: '$529.85/h at most', means: 'What runs now, at the limit prices of its bids' },
  { number: '$674.10 committed', means: 'What running and open bids cost an hour if all of them are filled' },
];
