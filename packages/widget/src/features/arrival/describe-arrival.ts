import type { PaymentMethod } from '@kassa/contract';
import type { Message } from '../../i18n/text.ts';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** The message's form: a sentence, a note beside a name, or short for a tile. */
type Style = 'complete.arrives' | 'method.arrives' | 'method.time';

/** Whether a method's name says already that its payments arrive at once: `Instant transfer`. */
export function isNamedInstant({ text }: Pick<PaymentMethod, 'text'>): boolean {
  return /instant/i.test(text.en ?? '');
}

/**
 * Describes how soon a payment usually arrives, in the unit that fits best. Returns null where it
 * is unknown, or said by the method's name beside it.
 */
export function describeArrival(
  usualMinutes: number | undefined,
  style: Style,
  method?: Pick<PaymentMethod, 'text'>,
): Message | null {
  if (usualMinutes === undefined) return null;
  if (usualMinutes === 0 && method !== undefined && isNamedInstant(method)) return null;
  if (usualMinutes === 0) return { key: `${style}.instant` };
  if (usualMinutes >= dayMinutes) {
    return { key: `${style}.days`, params: { days: Math.round(usualMinutes / dayMinutes) } };
  }
  // An hour and a half is written in minutes.
  if (usualMinutes % hourMinutes === 0) {
    return { key: `${style}.hours`, params: { hours: usualMinutes / hourMinutes } };
  }
  return { key: `${style}.minutes`, params: { minutes: usualMinutes } };
}
