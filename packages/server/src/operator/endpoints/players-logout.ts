import * as z from 'zod/mini';
import { tokenIdSchema } from '../../players/token-faults.ts';
import { revokeTokens } from '../../players/token-revocations.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  describeTokenRevocation,
  findPlayerRef,
  playerField,
  tokenRevocationSchema,
} from '../lookup/players.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/logout',
  scope: 'players',
  summary: "Revoke a player's tokens that were issued up to now, or one of them.",
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players logout', arguments: ['player'] },
  request: z.strictObject({
    ...playerField,
    jti: z.optional(tokenIdSchema.check(z.describe('the `jti` of the only token to revoke'))),
    reason: reasonSchema,
  }),
  response: tokenRevocationSchema,
  act: async (core, { tx, operator, resourceId }, { player, jti = null, reason }) => {
    const { brandId, actor } = operator;
    const ref = await findPlayerRef(tx, brandId, player);
    const revocation = { id: resourceId, jti, reason, actor };
    const described = describeTokenRevocation(await revokeTokens(core, tx, ref, revocation));
    return {
      response: described,
      subject: { kind: 'player', id: ref.playerId },
      after: described,
      afterCommit: () => core.revocations.refresh(),
    };
  },
});
