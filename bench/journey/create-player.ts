import { bonusSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Journey } from './play-journey.ts';

const tokenSchema = z.object({ token: z.string() });
const bonusesSchema = z.object({ bonuses: z.array(z.object({ bonus: bonusSchema })) });

/** Creates a player of the demo in Germany, with a token and the offered bonuses. */
export async function createPlayer(
  demoUrl: string,
  playerId: string,
): Promise<Pick<Journey, 'token' | 'bonusList'>> {
  const ask = async (path: string, more: Record<string, string>): Promise<unknown> => {
    const response = await fetch(demoUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: demoUrl },
      body: JSON.stringify({ playerId, currency: 'EUR', ...more }),
    });
    return response.json();
  };
  const { token } = tokenSchema.parse(await ask('/token', { country: 'de' }));
  const { bonuses } = bonusesSchema.parse(await ask('/bonuses', { preset: 'both' }));
  return { token, bonusList: bonuses.map(({ bonus }) => bonus) };
}
