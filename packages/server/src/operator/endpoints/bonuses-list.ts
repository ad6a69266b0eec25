import * as z from 'zod/mini';
import { listBonuses } from '../../money/bonuses/bonuses.ts';
import { defineReading } from '../define-endpoint.ts';
import { bonusSchema, describeBonus, findPlayerRef, playerField } from '../lookup/players.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

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
  request: z.strictObject({ ...playerField, ...pageFields }),
  response: pageSchema(bonusSchema),
  read: async (core, { brandId }, { player, limit, cursor }) => {
    const before = decodeCursor(cursor);
    const ref = await findPlayerRef(core.db, brandId, player);
    const rows = await listBonuses(core.db, ref, { before, limit: limit + 1 });
    return buildPage(rows, limit, describeBonus);
  },
});
