import { bonusSchema, errorBodySchema, type Money, moneySchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { texts } from '../texts.ts';
import type { PlaygroundSettings } from './playground-settings.ts';

/** A response of the demo's own backend. */
export type Answer<Value> =
  | { kind: 'answered'; value: Value }
  | { kind: 'failed'; code: string; message: string };

const tokenSchema = z.object({ token: z.string() });

/** Requests a signed player token, or an expired one. */
export async function fetchToken(
  settings: PlaygroundSettings,
  isExpired = false,
): Promise<Answer<string>> {
  const { player, currency, country, locale, verified, givenName, familyName } = settings;
  const person = {
    ...(verified && { verified }),
    ...(givenName !== '' && { given_name: givenName }),
    ...(familyName !== '' && { family_name: familyName }),
  };
  const answer = await ask('/token', tokenSchema, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ playerId: player, currency, country, locale, isExpired, ...person }),
  });
  return answer.kind === 'failed' ? answer : { ...answer, value: answer.value.token };
}

export function fetchBalance(settings: PlaygroundSettings): Promise<Answer<Money>> {
  const { player, currency, country } = settings;
  const query = new URLSearchParams({ playerId: player, currency, country });
  return ask(`/balance?${query}`, moneySchema);
}

const bonusesSchema = z.object({
  bonuses: z.array(z.object({ name: z.string(), bonus: bonusSchema })),
});

/** A bonus of the player with Kassa's id, and its name in this page. */
export type OfferedBonus = z.infer<typeof bonusesSchema>['bonuses'][number];

/** Requests the bonuses of the chosen preset for the player. */
export async function fetchBonuses(
  settings: PlaygroundSettings,
): Promise<Answer<readonly OfferedBonus[]>> {
  const { player, currency, locale, bonuses: preset } = settings;
  const answer = await ask('/bonuses', bonusesSchema, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ playerId: player, currency, locale, preset }),
  });
  return answer.kind === 'failed' ? answer : { ...answer, value: answer.value.bonuses };
}

async function ask<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  init?: RequestInit,
): Promise<Answer<z.infer<Schema>>> {
  const silence = { kind: 'failed', code: 'demo.unavailable', message: texts.cashier.noBackend };
  try {
    const response = await fetch(path, init);
    const body: unknown = await response.json();
    const value = schema.safeParse(body);
    if (response.ok && value.success) return { kind: 'answered', value: value.data };
    const refusal = errorBodySchema.safeParse(body);
    return refusal.success
      ? { kind: 'failed', ...refusal.data.error }
      : { ...silence, kind: 'failed' };
  } catch {
    return { ...silence, kind: 'failed' };
  }
}
