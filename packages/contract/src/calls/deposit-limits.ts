import { defineCall } from '../define-call.ts';
import { limitsRequestSchema } from '../entities/limits-request.ts';
import { payableSchema } from '../entities/payable.ts';

export const depositLimits = defineCall({
  name: 'deposit-limits',
  method: 'POST',
  summary:
    'Returns the lowest and highest amount that the player may deposit with a method, and the limit that applies.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: limitsRequestSchema,
  response: payableSchema,
});
