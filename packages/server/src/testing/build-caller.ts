import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../core/caller.ts';
import { nothingStated } from '../players/player-profile.ts';

/** Builds a signed-in player in Germany; `part` replaces some of their properties. */
export function buildCaller(
  brandId: string,
  externalId: string,
  currency: string,
  part: Partial<Caller> = {},
): Caller {
  return {
    brandId,
    playerId: uuidv7(),
    externalId,
    currency,
    country: 'de',
    role: undefined,
    accountType: 'main',
    group: null,
    isVouchedFor: false,
    isVerified: false,
    region: null,
    isOfAge: false,
    stated: nothingStated,
    tokenId: null,
    issuedAt: new Date(),
    expiresAt: new Date(8.64e15),
    ...part,
  };
}
