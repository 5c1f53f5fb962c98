/** Returns a share from 0 to 1 in whole percent: `<1 %` for a little, and never 100 % of what is less than everything. */
export function percentText(share: number): string {
  if (share <= 0) return '0 %';
  if (share < 0.01) return '<1 %';
  return share < 1 ? `${Math.min(99, Math.round(share * 100))} %` : '100 %';
}
