import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import { findTicketHolder, isTicket } from '../money/requests/device-codes.ts';
import { resolvePlayer } from '../players/player-row.ts';
import { requireUnrevoked } from '../players/token-revocations.ts';
import { buildTokenVerifier } from '../players/verify-token.ts';

/**
 * Returns the player of a bearer token; throws the CallErrors of `buildTokenVerifier`, and
 * auth.tokenRevoked.
 */
export type Authenticate = (token: string | undefined) => Promise<Caller>;

/** The number of cached player ids; a full cache is emptied. */
const mostKnownPlayers = 50_000;

/**
 * After an erasure the operator's id belongs to a new player, so cached ids expire
 * (data-protection/).
 */
const knownForMs = 60_000;

export function buildAuthenticate(
  core: Pick<Core, 'db' | 'brands' | 'now' | 'revocations'>,
): Authenticate {
  let { brands } = core;
  let verify = buildTokenVerifier(brands);
  const known = new Map<string, { playerId: string; until: number }>();
  return async (token) => {
    // A reload replaces the brands.
    if (brands !== core.brands) {
      brands = core.brands;
      verify = buildTokenVerifier(brands);
    }
    const verified = await verify(token, core.now());
    const key = JSON.stringify([verified.brandId, verified.externalId]);
    const now = core.now().getTime();
    const found = known.get(key);
    if (found !== undefined && found.until > now) {
      return requireUnrevoked(core, { ...verified, playerId: found.playerId });
    }
    const playerId = await resolvePlayer(core.db, verified.brandId, verified.externalId);
    if (known.size >= mostKnownPlayers) known.clear();
    known.set(key, { playerId, until: now + knownForMs });
    return requireUnrevoked(core, { ...verified, playerId });
  };
}

/**
 * Adds the tickets of other devices, each of which is good for one deposit: see `requireOwnDeposit`.
 * Sockets take player tokens alone.
 */
export function acceptTickets(
  core: Pick<Core, 'db' | 'now' | 'revocations'>,
  authenticate: Authenticate,
): Authenticate {
  return async (token) =>
    token !== undefined && isTicket(token) ? findTicketHolder(core, token) : authenticate(token);
}
