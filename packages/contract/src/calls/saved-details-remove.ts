import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';

/** Beyond §7. */
export const savedDetailsRemove = defineCall({
  name: 'saved-details-remove',
  method: 'POST',
  summary: "Deletes saved details of the player's. Payments under way keep theirs.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ detailsId: z.string().check(z.maxLength(64)) }),
  response: z.object({}),
});
