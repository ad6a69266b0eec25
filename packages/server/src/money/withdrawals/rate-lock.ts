import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Rate } from '../../core/rate-port.ts';
import type { PlayerRef } from '../../players/player-row.ts';

/** For how long a quoted rate holds, in milliseconds. */
const lockMs = 60_000;

/** The rate of a conversion, whose it is and until when it holds. */
const lockSchema = z.strictObject({
  player: z.string(),
  pair: z.string(),
  rate: z.string(),
  source: z.string(),
  until: z.number(),
});

type Lock = z.infer<typeof lockSchema>;

/** A player's conversion from the account's currency to that of the payout. */
export interface LockedPair {
  player: PlayerRef;
  from: string;
  to: string;
}

type Parts = Pick<Core, 'vault' | 'now'>;

/**
 * Promises a player a rate for a while. The promise is kept by the player alone: the code says it, with
 * a mark that only the server can make.
 * @returns the code, and its end in epoch milliseconds
 */
export function makeRateLock(
  { vault, now }: Parts,
  pair: LockedPair,
  { rate, source }: Rate,
): { code: string; expiresAt: number } {
  const until = now().getTime() + lockMs;
  const lock: Lock = { ...describe(pair), rate, source, until };
  const text = Buffer.from(JSON.stringify(lock)).toString('base64url');
  const [secret = ''] = vault.deriveSecrets('rate locks');
  return { code: `${text}.${mark(text, secret)}`, expiresAt: until };
}

/** Returns the promised rate of a code; null if it isn't one for this player and pair, or is over. */
export function readRateLock(
  { vault, now }: Parts,
  pair: LockedPair,
  code: string | undefined,
): Rate | null {
  const [text, made, ...others] = code?.split('.') ?? [];
  if (text === undefined || made === undefined || others.length > 0) return null;
  const isOurs = vault
    .deriveSecrets('rate locks')
    .some((secret) => isSame(made, mark(text, secret)));
  if (!isOurs) return null;
  const lock = lockSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  const { player, pair: locked } = describe(pair);
  if (lock.player !== player || lock.pair !== locked || lock.until <= now().getTime()) return null;
  return { rate: lock.rate, source: `${lock.source}, locked` };
}

function describe({ player: { brandId, playerId }, from, to }: LockedPair) {
  return { player: `${brandId} ${playerId}`, pair: `${from}/${to}` };
}

const mark = (text: string, secret: string) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('base64url');

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
