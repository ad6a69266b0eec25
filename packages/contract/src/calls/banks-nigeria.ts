import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';

/** A bank to which a withdrawal can be paid. */
const payoutBankSchema = z.object({
  /** The withdrawal method that pays to it. */
  paymentMethod: z.string(),
  /** The value of the method's field `bank`: the bank's code, such as `058`. */
  code: z.string(),
  name: z.string(),
  /** The id of a file `icons/<id>.svg` in the catalogue. */
  iconId: z.optional(z.string()),
});

/** Beyond §7 (design §4): for the screen "Nigerian banks" of §2. */
export const banksNigeria = defineCall({
  name: 'banks-nigeria',
  method: 'GET',
  summary: 'Returns the Nigerian banks to which the player can withdraw, by name.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: z.object({ banks: z.array(payoutBankSchema) }),
});

/** A bank of the call `banks-nigeria`. */
export type PayoutBank = z.infer<typeof payoutBankSchema>;
