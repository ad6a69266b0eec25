import * as z from 'zod/mini';

/** What a player typed into a method's fields, by field name. They may be payment details. */
export const fieldValuesSchema = z
  .record(z.string().check(z.regex(/^[\w-]{1,64}$/)), z.string().check(z.maxLength(512)))
  .check(z.refine((fields) => Object.keys(fields).length <= 32, 'has more fields than any method'));

export type FieldValues = z.infer<typeof fieldValuesSchema>;
