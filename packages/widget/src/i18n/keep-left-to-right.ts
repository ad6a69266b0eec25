/**
 * Isolates a phone number, an account number or the like, which reads from left to right also within
 * a line that doesn't.
 */
export function keepLeftToRight(
  value: string,
  { direction }: { direction: 'ltr' | 'rtl' },
): string {
  return direction === 'rtl' ? `\u2066${value}\u2069` : value;
}
