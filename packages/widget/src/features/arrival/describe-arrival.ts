import type { Message } from '../../i18n/text.ts';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** In a sentence, in a note beside a name, or as short as a tile has it. */
type Style = 'complete.arrives' | 'method.arrives' | 'method.time';

/** How soon a payment usually arrives, in the unit that says it best; null where nobody knows. */
export function describeArrival(usualMinutes: number | undefined, style: Style): Message | null {
  if (usualMinutes === undefined) return null;
  if (usualMinutes === 0) return { key: `${style}.instant` };
  if (usualMinutes >= dayMinutes) {
    return { key: `${style}.days`, params: { days: Math.round(usualMinutes / dayMinutes) } };
  }
  // An hour and a half is said in minutes.
  if (usualMinutes % hourMinutes === 0) {
    return { key: `${style}.hours`, params: { hours: usualMinutes / hourMinutes } };
  }
  return { key: `${style}.minutes`, params: { minutes: usualMinutes } };
}
