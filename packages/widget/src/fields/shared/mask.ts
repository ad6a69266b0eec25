import { parseAmount, toLatinDigits } from '@kassa/contract';

/**
 * The mask of a definition (§3 `mask`): `Number` (a comma, 2 decimals, no thousands separator),
 * `Date` (dd.mm.yyyy of the years 1900 to 9999), the defaults of §9. Anything else is a pattern, in
 * which `0` stands for a digit, `a` for a letter, `*` for any character, and the rest for itself
 * (`00-00-00`).
 *
 * The mask also determines the value that the rules validate and requests send:
 * - a number's value is the decimal, with a point (`1234.5`);
 * - a date's value is the whole text (`31.12.1990`), which must be complete;
 * - a pattern's value is the typed characters (`123456`) without the pattern's own, except those in
 *   braces (`{RU}000`: `RU123`).
 *
 * Only the field's rules say whether a number or a pattern is long enough. A text that doesn't fit
 * is never cut ({@link fitsMask}).
 */
export type Mask = { kind: 'number' } | { kind: 'date' } | { kind: 'pattern'; pattern: string };

/** Reads a definition's mask. */
export function readMask(mask: string): Mask {
  if (mask === 'Number') return { kind: 'number' };
  return mask === 'Date' ? { kind: 'date' } : { kind: 'pattern', pattern: mask };
}

/**
 * Returns the value of a text that was typed or pasted, with or without the mask's own characters
 * and with any grouping.
 */
export function normalizeMasked(text: string, mask: Mask): string {
  const trimmed = text.trim();
  switch (mask.kind) {
    case 'number':
      return isGroupedNumber(trimmed) ? parseAmount(trimmed) : toLatinDigits(trimmed);
    case 'date':
      return toLatinDigits(trimmed)
        .replace(/[/-]/g, '.')
        .replace(/^(?=\d\.)/, '0')
        .replace(/\.(?=\d\.)/, '.0');
    case 'pattern':
      return ungroup(toLatinDigits(trimmed), mask.pattern);
  }
}

/** Whether a mask takes every character of a value, or of its beginning; a date has its own rule. */
export function fitsMask(value: string, mask: Mask): boolean {
  switch (mask.kind) {
    case 'number':
      return /^\d*(\.\d{0,2})?$/.test(value);
    case 'date':
      return true;
    case 'pattern':
      return fitsPattern(value, mask.pattern);
  }
}

/** Returns whether a number has a grouping, unlike the mask's own values. */
function isGroupedNumber(text: string): boolean {
  return /^[\p{Nd}.,٫'’\s]*\p{Nd}[\p{Nd}.,٫'’\s]*$/u.test(text) && !/^\d+(\.\d+)?$/.test(text);
}

/** A character of a pattern. */
interface Place {
  character: string;
  /** What it takes; null for the pattern's own. */
  takes: RegExp | null;
  isOptional: boolean;
  /** The pattern's own, and a part of the value. */
  isInValue: boolean;
}

const slots: Readonly<Record<string, RegExp>> = { '0': /\d/, a: /\p{L}/u, '*': /./su };

/** Reads a pattern of imask; `findMaskFault` of the server describes its syntax. */
function placesOf(pattern: string): Place[] {
  const places: Place[] = [];
  let [isOptional, isInValue] = [false, false];
  for (const [all, escaped] of pattern.matchAll(/\\(.)|./gsu)) {
    if ('[]'.includes(all)) isOptional = all === '[';
    else if ('{}'.includes(all)) isInValue = all === '{';
    else if (all !== '`') {
      const takes = escaped === undefined && !isInValue ? (slots[all] ?? null) : null;
      places.push({ character: escaped ?? all, takes, isOptional, isInValue });
    }
  }
  return places;
}

/** Walks through a value with every place at which the pattern may be. */
function fitsPattern(value: string, pattern: string): boolean {
  const places = placesOf(pattern).filter(({ takes, isInValue }) => takes !== null || isInValue);
  let next = new Set([0]);
  for (const character of value) {
    const after = new Set<number>();
    for (const start of next) {
      for (let at = start; at < places.length; at += 1) {
        const place = places[at];
        if (place === undefined) break;
        const { takes, isOptional, isInValue } = place;
        if (takes?.test(character) ?? place.character === character) after.add(at + 1);
        if (!isOptional && !isInValue) break;
      }
    }
    next = after;
  }
  return next.size > 0;
}

/**
 * Removes what groups a text, and the pattern's own characters. Points and slashes only group where
 * the pattern takes nothing but digits and letters.
 */
function ungroup(text: string, pattern: string): string {
  const places = placesOf(pattern);
  const own = places.filter(({ takes, isInValue }) => takes === null && !isInValue);
  const marks = own.map(({ character }) => character).filter((it) => !/[\p{L}\p{N}]/u.test(it));
  const takesAll = places.some(({ takes }) => takes === slots['*']);
  const grouping = /[\s\p{Pd}]/u;
  const isGrouping = (it: string) =>
    grouping.test(it) || marks.includes(it) || (!takesAll && './'.includes(it));
  const first = places.findIndex(({ takes }) => takes !== null);
  const lead = places.slice(0, first).filter(({ isInValue }) => !isInValue);
  const prefix = lead.map(({ character }) => character).join('');
  const rest = /[\p{L}\p{N}]/u.test(prefix) && text.startsWith(prefix) ? prefix.length : 0;
  return [...text.slice(rest)].filter((it) => !isGrouping(it)).join('');
}
