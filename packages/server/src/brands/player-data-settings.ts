import * as z from 'zod/mini';

/** What a brand may send to its providers of what its token and wallet state of a player. */
export const playerDataParts = ['name', 'email', 'phone', 'address', 'birthDate'] as const;

export const playerDataSettingsSchema = z.strictObject({
  send: z._default(z.array(z.enum(playerDataParts)), []),
  /** Whether the operator's wallet is asked for what the token lacks. */
  fromWallet: z._default(z.boolean(), false),
});
