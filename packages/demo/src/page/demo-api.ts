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
  const { player, currency, country, locale } = settings;
  const { verified, region, ofAge, givenName, familyName } = settings;
  const person = {
    ...(verified && { verified }),
    ...(region !== '' && { region }),
    ...(ofAge && { of_age: true }),
    ...(givenName !== '' && { given_name: givenName }),
    ...(familyName !== '' && { family_name: familyName }),
  };
  const claims = { playerId: player, currency, country, locale, isExpired, ...person };
  const answer = await ask('/token', tokenSchema, post(claims));
  return answer.kind === 'failed' ? answer : { ...answer, value: answer.value.token };
}

const balancesSchema = z.object({ balances: z.array(moneySchema) });

/** Requests the player's balance, or both coins of a sweepstake. */
export async function fetchBalances(
  settings: PlaygroundSettings,
): Promise<Answer<readonly Money[]>> {
  const { player, currency, country } = settings;
  const query = new URLSearchParams({ playerId: player, currency, country });
  const answer = await ask(`/balance?${query}`, balancesSchema);
  return answer.kind === 'failed' ? answer : { ...answer, value: answer.value.balances };
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
  const asked = { playerId: player, currency, locale, preset };
  const answer = await ask('/bonuses', bonusesSchema, post(asked));
  return answer.kind === 'failed' ? answer : { ...answer, value: answer.value.bonuses };
}

const roundSchema = z.object({ won: z.string() });

/** Plays a round of a game. Returns what was won. */
export async function playRound(
  { player }: PlaygroundSettings,
  round: { game: string; coin: string },
): Promise<Answer<string>> {
  const answer = await ask('/play', roundSchema, post({ playerId: player, ...round }));
  return answer.kind === 'failed' ? answer : { ...answer, value: answer.value.won };
}

const entrySchema = z.object({ isGiven: z.boolean() });

/** Requests the free entry of the day. Returns false if the player has had it. */
export async function fetchFreeEntry({ player }: PlaygroundSettings): Promise<Answer<boolean>> {
  const answer = await ask('/free-entry', entrySchema, post({ playerId: player }));
  return answer.kind === 'failed' ? answer : { ...answer, value: answer.value.isGiven };
}

function post(body: object): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
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
