import type { PaymentMethod } from '@kassa/contract';

/**
 * When a method is expected back, by the clock of the player's device: the time alone where that is
 * today. Null where nobody knows, or the hour has passed.
 */
export function describeReturn(
  { until }: NonNullable<PaymentMethod['unavailable']>,
  locale: string,
  now = new Date(),
): string | null {
  const back = new Date(until ?? Number.NaN);
  // A date that is none is later than nothing.
  if (!(back > now)) return null;
  const isToday = back.toDateString() === now.toDateString();
  const format = new Intl.DateTimeFormat(locale, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(back);
}
