import type { Caller, Core } from '../core.ts';
import { resolvePlayer } from '../players/resolve-player.ts';
import { buildTokenVerifier } from '../players/verify-token.ts';

/** Turns a bearer token into its player; throws the CallErrors of `buildTokenVerifier`. */
export type Authenticate = (token: string | undefined) => Promise<Caller>;

export function buildAuthenticate(core: Pick<Core, 'db' | 'brands' | 'now'>): Authenticate {
  const verify = buildTokenVerifier(core.brands);
  return async (token) => {
    const verified = await verify(token, core.now());
    const playerId = await resolvePlayer(core.db, verified.brandId, verified.externalId);
    return { ...verified, playerId };
  };
}
