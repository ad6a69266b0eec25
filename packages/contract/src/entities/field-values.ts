import * as z from 'zod/mini';
import { fieldNameSchema } from './field.ts';

/** The values of a method's fields by field name. They may be payment details. */
export const fieldValuesSchema = z
  .record(fieldNameSchema, z.string().check(z.maxLength(512)))
  .check(z.refine((fields) => Object.keys(fields).length <= 32, 'has more fields than any method'));

export type FieldValues = z.infer<typeof fieldValuesSchema>;
