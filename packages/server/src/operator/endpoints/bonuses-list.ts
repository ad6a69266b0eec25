import * as z from 'zod/mini';
import { listBonuses } from '../../money/bonuses/bonuses.ts';
import { defineReading } from '../define-endpoint.ts';
import { bonusSchema, describeBonus, findPlayerRef, playerField } from '../lookup/players.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/players/{player}/bonuses',
  scope: 'read',
  summary: "List a player's bonuses, newest first.",
  subject: { kind: 'player', field: 'player' },
  command: {
    words: 'bonuses list',
    arguments: ['player'],
    columns: ['id', 'kind', 'status', 'title', 'percent', 'spins', 'accruedAmount', 'currency'],
  },
  request: z.strictObject(playerField),
  response: z.object({ items: z.array(bonusSchema) }),
  read: async (core, { brandId }, { player }) => {
    const ref = await findPlayerRef(core.db, brandId, player);
    return { items: (await listBonuses(core.db, ref)).map(describeBonus) };
  },
});
