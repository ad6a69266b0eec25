import { type Selectable, sql } from 'kysely';
import type { Caller } from '../core/caller.ts';
import type { Core, TokenRevocations } from '../core/core.ts';
import type { Db, Tx } from '../ground/database/connect.ts';
import type { TokenRevocationsTable } from '../ground/database/tables/token-revocations.ts';
import { repeatUntil } from '../ground/repeat-until.ts';
import type { PlayerRef } from './player-row.ts';
import { longestValiditySeconds } from './token-faults.ts';
import { TokenRejected } from './verify-token.ts';

export type TokenRevocation = Selectable<TokenRevocationsTable>;

/**
 * Revokes one token of a player by its `jti`, or without one all tokens that were issued up to now.
 * Since `iat` has whole seconds, a token of the current second is revoked too.
 */
export async function revokeTokens(
  core: Pick<Core, 'now'>,
  tx: Tx,
  { brandId, playerId }: PlayerRef,
  revocation: { id: string; jti: string | null; reason: string; actor: string },
): Promise<TokenRevocation> {
  return tx
    .insertInto('token_revocations')
    .values({
      ...revocation,
      brand_id: brandId,
      player_id: playerId,
      issued_until: revocation.jti === null ? core.now() : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the time before which the tokens of all revocations have expired. */
export function revocationsSince(now: Date): Date {
  return new Date(now.getTime() - longestValiditySeconds * 1000);
}

/** Lists the revocations of a player's tokens that may not have expired yet, newest first. */
export async function listTokenRevocations(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
): Promise<TokenRevocation[]> {
  return db
    .selectFrom('token_revocations')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Requires that a caller's token isn't revoked.
 * @throws TokenRejected auth.tokenRevoked
 */
export function requireUnrevoked(core: Pick<Core, 'revocations'>, caller: Caller): Caller {
  if (!core.revocations.isRevoked(caller)) return caller;
  const message = 'The player token was revoked.';
  throw new TokenRejected('auth.tokenRevoked', message, 'revoked', caller.brandId);
}

/** Each load goes back this much further, for transactions that took long to commit. */
const overlapSeconds = 60;

/** The revoked tokens of one player. */
interface Revoked {
  issuedUntilMs: number;
  tokenIds: Set<string>;
  /** When every token revoked here has expired, in ms since 1970. */
  endsAtMs: number;
}

/** A process's view of the revocations, which follows the database. */
export interface FollowedRevocations extends TokenRevocations {
  /** Loads all revocations, and then the new ones of every process, once every `lookAgainMs`. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Builds this process's view of the revocations. It is in memory, since every call asks it; one
 * query a second keeps it current.
 */
export function buildTokenRevocations(
  core: Pick<Core, 'db' | 'log' | 'now'>,
  lookAgainMs: number,
): FollowedRevocations {
  const byPlayer = new Map<string, Revoked>();
  const listeners = new Set<() => void>();
  let loadedAt: Date | null = null;
  const load = async () => {
    const { added, askedAt } = await loadRevocations(core.db, loadedAt);
    loadedAt = askedAt;
    const endsAtMs = core.now().getTime() + longestValiditySeconds * 1000;
    for (const row of added) addTo(byPlayer, row, endsAtMs);
    dropEnded(byPlayer, core.now().getTime());
    if (added.length > 0) for (const tell of listeners) tell();
  };
  const refresh = () =>
    load().catch((error: unknown) =>
      core.log.warn({ error }, 'the revoked tokens could not be loaded; trying again soon'),
    );
  const stopping = new AbortController();
  let following = Promise.resolve();
  return {
    isRevoked: (caller) => {
      const revoked = byPlayer.get(keyOf(caller));
      if (revoked === undefined) return false;
      const { issuedAt, tokenId } = caller;
      return (
        issuedAt.getTime() <= revoked.issuedUntilMs ||
        (tokenId !== null && revoked.tokenIds.has(tokenId))
      );
    },
    refresh,
    onRevoked: (listener) => void listeners.add(listener),
    start: async () => {
      await load();
      following = repeatUntil(stopping.signal, lookAgainMs, refresh);
    },
    stop: async () => {
      stopping.abort();
      await following;
    },
  };
}

/**
 * Loads the revocations of all brands since the last load, and the time of this one. Both times are
 * the database's: the clocks of this process may stand still while its machine is suspended.
 * @param loadedAt - null: loads all whose tokens may not have expired
 */
async function loadRevocations(db: Db, loadedAt: Date | null) {
  // The database's clock may be set back, to that of a standby for example.
  const since =
    loadedAt === null
      ? sql<Date>`now() - make_interval(secs => ${longestValiditySeconds + overlapSeconds})`
      : sql<Date>`least(${loadedAt}, now()) - make_interval(secs => ${overlapSeconds})`;
  const rows = await db
    .selectFrom(db.selectNoFrom(sql<Date>`now()`.as('askedAt')).as('clock'))
    .leftJoin('token_revocations', (join) => join.on('created_at', '>', since))
    .select(['askedAt', 'brand_id as brandId', 'player_id as playerId', 'jti', 'issued_until'])
    .execute();
  const added = rows.flatMap(({ askedAt: _, brandId, playerId, ...row }) =>
    brandId === null || playerId === null ? [] : [{ ...row, brandId, playerId }],
  );
  return { added, askedAt: rows[0]?.askedAt ?? null };
}

function addTo(
  byPlayer: Map<string, Revoked>,
  row: PlayerRef & Pick<TokenRevocation, 'jti' | 'issued_until'>,
  endsAtMs: number,
): void {
  const key = keyOf(row);
  const { issuedUntilMs = 0, tokenIds = new Set<string>() } = byPlayer.get(key) ?? {};
  if (row.jti !== null) tokenIds.add(row.jti);
  const until = Math.max(issuedUntilMs, row.issued_until?.getTime() ?? 0);
  // Deleted first: the map is in the order of the ends.
  byPlayer.delete(key);
  byPlayer.set(key, { issuedUntilMs: until, tokenIds, endsAtMs });
}

function dropEnded(byPlayer: Map<string, Revoked>, nowMs: number): void {
  for (const [key, { endsAtMs }] of byPlayer) {
    if (endsAtMs > nowMs) return;
    byPlayer.delete(key);
  }
}

const keyOf = ({ brandId, playerId }: PlayerRef) => `${brandId}:${playerId}`;
