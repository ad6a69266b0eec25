import * as z from 'zod/mini';
import { callOperatorApi, type OperatorAccess, registerPlayer } from '../operator-api.ts';
import { freeEntry } from './games.ts';

const entriesSchema = z.object({
  coinGrants: z.array(z.object({ entry: z.nullable(z.string()) })),
});

/**
 * Gives a player the free entry of this day (UTC). Returns false if they have had it.
 * @throws OperatorApiError
 */
export async function giveFreeEntry(access: OperatorAccess, playerId: string): Promise<boolean> {
  const path = await registerPlayer(access, playerId);
  const entry = `${playerId} ${new Date().toISOString().slice(0, 10)}`;
  const { coinGrants } = await callOperatorApi(access, path, entriesSchema);
  if (coinGrants.some((grant) => grant.entry === entry)) return false;
  await callOperatorApi(access, `${path}/free-entries`, z.unknown(), {
    entry,
    ...freeEntry,
    reason: 'The free entry of the day',
  });
  return true;
}
