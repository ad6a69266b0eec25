import * as z from 'zod/mini';

/**
 * Markup, control characters (line breaks among them), line separators, and the characters that
 * change the direction of the text around them. Joiners stay: Persian and Hindi need them.
 */
const forbidden = /[<>\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const plainTextMessage =
  'must not have markup ("<", ">"), line breaks or other control characters';

/** Whether a text has no markup, no control characters and none that turn the text around it. */
export const isPlainText = (text: string): boolean => !forbidden.test(text);

/**
 * A name or text of the settings, without markup and control characters. It is shown to players,
 * and also goes to providers, mails and CSV files.
 */
export const plainTextSchema = z
  .string()
  .check(z.minLength(1), z.refine(isPlainText, plainTextMessage));
