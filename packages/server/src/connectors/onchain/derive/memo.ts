/*
 * The comment that tells players apart who share one address: eight characters of Crockford's
 * base32, such as `7K2MQ0XT`. Seven are the player's number, mixed so that neighbours look nothing
 * alike; the eighth is their checksum. One mistyped character, or two that changed places, is
 * always found, and a random comment is right once in 32 times 3.4 · 10¹⁰ divided by the players.
 * It is no secret: who writes another player's comment makes them a present.
 */

import { base32, forgive, gap } from '../../../ground/base32.ts';

const digits = 7;
const modulus = 1n << 35n;
/** Odd, so that multiplication gives every number once. */
const factor = 0x5_9e37_79b1n;
const offset = 0x2_7d4e_b2f1n;

/** The comment of a number. */
export function encodeMemo(index: number): string {
  if (!Number.isSafeInteger(index) || index < 0 || BigInt(index) >= modulus) {
    throw new RangeError(`no comment has the number ${index}`);
  }
  const mixed = (BigInt(index) * factor + offset) % modulus;
  const values = Array.from({ length: digits }, (_, place) =>
    Number((mixed >> BigInt(5 * (digits - 1 - place))) & 31n),
  );
  return [...values, checksumOf(values)].map((value) => base32[value]).join('');
}

const gaps = new RegExp(gap, 'gu');

/**
 * The comment as {@link encodeMemo} writes it, from what a player typed: in lower case, with blanks
 * or hyphens, with letters that look like others (`forgive`). Null if it is no such comment.
 */
export function readMemo(text: string): string | null {
  // A comment of any length can be sent.
  if (text.length > 64) return null;
  const memo = forgive(text).replace(gaps, '');
  const values = [...memo].map((character) => base32.indexOf(character));
  if (values.length !== digits + 1 || values.includes(-1)) return null;
  return checksumOf(values.slice(0, digits)) === values[digits] ? memo : null;
}

/**
 * A sum over the field of 32 elements (x⁵ + x² + 1) with another weight for every place: one wrong
 * character, and two in each other's place, always change it.
 */
function checksumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const doubled = (sum ^ value) << 1;
    return doubled & 32 ? doubled ^ 0b100101 : doubled;
  }, 0);
}
