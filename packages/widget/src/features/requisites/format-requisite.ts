import type { Requisite } from '@kassa/contract';

/** Types whose values are shown in groups of four. */
const inFours: ReadonlySet<string> = new Set(['card', 'iban']);

/** Types that read from left to right in every language. */
const fromLeft: ReadonlySet<string> = new Set([...inFours, 'phone', 'account', 'number', 'vpa']);

/** Formats a requisite's value for reading. The copied value stays unformatted. */
export function formatRequisite({ type = '', value }: Pick<Requisite, 'type' | 'value'>): string {
  if (!inFours.has(type)) return value;
  const plain = value.replace(/[\s-]/g, '');
  // Masked values and texts aren't grouped.
  if (!/^[\dA-Za-z*•]+$/.test(plain)) return value;
  return (plain.match(/.{1,4}/g) ?? []).join(' ');
}

/** Returns the direction of a requisite's value. Plain text is detected by the browser. */
export function directionOf({ type = '', value }: Pick<Requisite, 'type' | 'value'>) {
  return fromLeft.has(type) || /^[\d\s+()./-]+$/.test(value) ? 'ltr' : 'auto';
}
