import type { Message } from '../../i18n/text.ts';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** The message's form: a sentence, a note beside a name, or short for a tile. */
type Style = 'complete.arrives' | 'method.arrives' | 'method.time';

/**
 * Describes how soon a payment usually arrives, in the unit that fits best. Returns null where it
 * is unknown.
 */
export function describeArrival(usualMinutes: number | undefined, style: Style): Message | null {
  if (usualMinutes === undefined) return null;
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
