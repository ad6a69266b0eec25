/** The parts of a date in a format: year, month as a number or by its name, day. */
export const datePart = /yyyy|yy|mmmm|mmm|mm|dd/g;

const gap = '(?:[-./, ]{1,2}| de )';

/** The parts of a numeric date are parted alike; those of one with a month's name needn't be. */
const numeric = /^(?:yyyy|yy|mm|dd)([-./ ]?)(?:yyyy|yy|mm|dd)\1(?:yyyy|yy|mm|dd)\.?$/;
const named = new RegExp(
  `^(?:yyyy|yy|mmmm?|dd)(?:${gap})?(?:yyyy|yy|mmmm?|dd)(?:${gap})?(?:yyyy|yy|mmmm?|dd)$`,
);

/** Whether a text is the order of a date's parts, each of which it has once. */
export function isDateFormat(text: string): boolean {
  const parts = text.match(datePart)?.map((part) => part[0]) ?? [];
  const isWhole = parts.length === 3 && new Set(parts).size === 3;
  return isWhole && (/mmm/.test(text) ? named : numeric).test(text);
}
