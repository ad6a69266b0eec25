import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { userSchema } from '../entities/user.ts';

/** Beyond §7: the data of the push `login.token`, for the HTTP transport (ADR 0004). */
export const userGet = defineCall({
  name: 'user-get',
  method: 'GET',
  summary: 'Returns the signed-in player with their balance.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: userSchema,
});
