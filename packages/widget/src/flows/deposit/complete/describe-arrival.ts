import type { Message } from '../../../i18n/text.ts';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** How soon a payment usually arrives, in the unit that says it best; null where nobody knows. */
export function describeArrival(usualMinutes: number | undefined): Message | null {
  if (usualMinutes === undefined) return null;
  if (usualMinutes === 0) return { key: 'complete.arrives.instant' };
  if (usualMinutes >= dayMinutes) {
    return {
      key: 'complete.arrives.days',
      params: { days: Math.round(usualMinutes / dayMinutes) },
    };
  }
  if (usualMinutes >= hourMinutes) {
    const hours = Math.round(usualMinutes / hourMinutes);
    return { key: 'complete.arrives.hours', params: { hours } };
  }
  return { key: 'complete.arrives.minutes', params: { minutes: usualMinutes } };
}
