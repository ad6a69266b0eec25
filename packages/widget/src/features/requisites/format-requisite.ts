import type { Requisite } from '@kassa/contract';

/** Types whose values are read in fours. */
const inFours: ReadonlySet<string> = new Set(['card', 'iban']);

/** Types that read from left to right in every language. */
const fromLeft: ReadonlySet<string> = new Set([...inFours, 'phone', 'account', 'number', 'vpa']);

/** How a requisite's value is written for reading; copied it is as it stands. */
export function formatRequisite({ type = '', value }: Pick<Requisite, 'type' | 'value'>): string {
  if (!inFours.has(type)) return value;
  const plain = value.replace(/[\s-]/g, '');
  // What is masked or worded is no number to be grouped.
  if (!/^[\dA-Za-z*•]+$/.test(plain)) return value;
  return (plain.match(/.{1,4}/g) ?? []).join(' ');
}

/** Which way a requisite's value runs; what is plain text says so by itself. */
export function directionOf({ type = '', value }: Pick<Requisite, 'type' | 'value'>) {
  return fromLeft.has(type) || /^[\d\s+()./-]+$/.test(value) ? 'ltr' : 'auto';
}
