import * as z from 'zod/mini';
import { defineEndpoint } from '../ground/signed-http/endpoint-settings.ts';

/** Whom to ask before money moves, and before which moves. A player waits for the answer. */
export const approvalSettingsSchema = z.extend(
  defineEndpoint({ fallbackMs: 3000, longestMs: 5000 }),
  {
    deposits: z._default(z.boolean(), false),
    payouts: z._default(z.boolean(), false),
  },
);

export type ApprovalSettings = z.infer<typeof approvalSettingsSchema>;
