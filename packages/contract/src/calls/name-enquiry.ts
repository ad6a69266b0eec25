import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { fieldValuesSchema } from '../entities/field-values.ts';

/** Beyond §7: asks the bank whose account it is. */
export const nameEnquiry = defineCall({
  name: 'name-enquiry',
  method: 'POST',
  summary:
    'Returns the holder of the account that a withdrawal would be paid to, as its bank names them.',
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({
    /** Name of the withdrawal method. */
    paymentType: z.string().check(z.maxLength(64)),
    /** The values of the method's fields. */
    fields: fieldValuesSchema,
  }),
  response: z.object({
    /** Null if the provider of this method can't be asked. */
    holder: z.nullable(z.string()),
  }),
});
