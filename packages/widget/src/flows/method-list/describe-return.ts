import type { PaymentMethod } from '@kassa/contract';
import { formatsOf } from '../../i18n/formats.ts';

/**
 * Describes when a method is expected back, in the device's time zone; only the time where that is
 * today. Null where it is unknown or has passed.
 */
export function describeReturn(
  { until }: NonNullable<PaymentMethod['unavailable']>,
  locale: string,
  now = new Date(),
): string | null {
  const back = new Date(until ?? Number.NaN);
  // An invalid date fails this comparison too.
  if (!(back > now)) return null;
  const isToday = back.toDateString() === now.toDateString();
  const { DateTimeFormat } = formatsOf(locale);
  const format = new DateTimeFormat(locale, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(back);
}
