import type { Caller } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import { resolvePlayer } from '../players/player-row.ts';
import { buildTokenVerifier } from '../players/verify-token.ts';

/** Turns a bearer token into its player; throws the CallErrors of `buildTokenVerifier`. */
export type Authenticate = (token: string | undefined) => Promise<Caller>;

/** Players whose ids are kept at hand; past this many the map starts anew. */
const mostKnownPlayers = 50_000;

/** An operator's id means another player once the first was erased (data-protection/). */
const knownForMs = 60_000;

export function buildAuthenticate(core: Pick<Core, 'db' | 'brands' | 'now'>): Authenticate {
  const verify = buildTokenVerifier(core.brands);
  const known = new Map<string, { playerId: string; until: number }>();
  return async (token) => {
    const verified = await verify(token, core.now());
    const key = JSON.stringify([verified.brandId, verified.externalId]);
    const now = core.now().getTime();
    const found = known.get(key);
    if (found !== undefined && found.until > now) return { ...verified, playerId: found.playerId };
    const playerId = await resolvePlayer(core.db, verified.brandId, verified.externalId);
    if (known.size >= mostKnownPlayers) known.clear();
    known.set(key, { playerId, until: now + knownForMs });
    return { ...verified, playerId };
  };
}
