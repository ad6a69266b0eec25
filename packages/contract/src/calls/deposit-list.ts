import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { depositStatus } from './deposit-status.ts';

/** One of a player's deposits, as a list shows it. */
export const depositSummarySchema = z.extend(depositStatus.response, {
  /** Name of the method; the catalogue may not offer it any more. */
  paymentMethod: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  expiresAt: z.string(),
  /** It waits for its player, who can go on with it: `deposit-get` says where. */
  canContinue: z.boolean(),
});

export type DepositSummary = z.infer<typeof depositSummarySchema>;

export const depositList = defineCall({
  name: 'deposit-list',
  method: 'GET',
  summary: "The player's last 50 deposits, newest first.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: z.object({ deposits: z.array(depositSummarySchema) }),
});
