import type { Requisite } from '@kassa/contract';

type Valued = Pick<Requisite, 'type' | 'value'>;

/** Types whose values are shown in groups of four. */
const inFours: ReadonlySet<string> = new Set(['card', 'iban', 'account']);

/** Types that read from left to right in every language. */
const fromLeft: ReadonlySet<string> = new Set([...inFours, 'phone', 'number', 'vpa']);

/** Shorter account numbers are read at one glance. */
const shortestInFours = 9;

/** Formats a requisite's value for reading; {@link plainRequisite} is the value to copy. */
export function formatRequisite({ type = '', value }: Valued): string {
  // From the end: the country's code is of any length.
  if (type === 'phone' && /^\+\d+$/.test(value)) return value.replace(/\B(?=(\d{3})+$)/g, ' ');
  const plain = plainRequisite({ type, value });
  if (!inFours.has(type) || plain.length < shortestInFours) return value;
  // Masked values and texts aren't grouped, nor accounts whose bank groups them.
  const isGrouped = type === 'account' ? /^\d+$/ : /^[\dA-Za-z*•]+$/;
  return isGrouped.test(plain) ? (plain.match(/.{1,4}/g) ?? []).join(' ') : value;
}

/** Returns a requisite's value as a bank's form takes it: without the separators for reading. */
export function plainRequisite({ type = '', value }: Valued): string {
  switch (type) {
    case 'phone':
      return /^[+\d\s().-]+$/.test(value) ? value.replace(/[^+\d]/g, '') : value;
    case 'card':
    case 'iban':
      return /^[\dA-Za-z*•\s-]+$/.test(value) ? value.replace(/[\s-]/g, '') : value;
    case 'account':
      // A hyphen may be a part of the number.
      return /^[\d\s]+$/.test(value) ? value.replace(/\s/g, '') : value;
    default:
      return value;
  }
}

/** Returns the direction of a requisite's value. Plain text is detected by the browser. */
export function directionOf({ type = '', value }: Valued): 'ltr' | 'auto' {
  return fromLeft.has(type) || /^[\d\s+()./-]+$/.test(value) ? 'ltr' : 'auto';
}
