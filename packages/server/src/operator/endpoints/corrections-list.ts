import * as z from 'zod/mini';
import { listCorrections } from '../../money/wallet/corrections.ts';
import { defineReading } from '../define-endpoint.ts';
import { correctionSchema, describeCorrection } from '../lookup/corrections.ts';
import { findPlayerRef, playerField } from '../lookup/players.ts';
import { buildPage, decodeCursor, pageFields, pageSchema } from '../paging.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/players/{player}/corrections',
  scope: 'read',
  summary: "List the corrections of a player's balance, newest first.",
  subject: { kind: 'player', field: 'player' },
  command: {
    words: 'corrections list',
    arguments: ['player'],
    columns: ['reference', 'createdAt', 'direction', 'amount', 'currency', 'status', 'detail'],
  },
  request: z.strictObject({ ...playerField, ...pageFields }),
  response: pageSchema(correctionSchema),
  read: async (core, { brandId }, { player, limit, cursor }) => {
    const before = decodeCursor(cursor);
    const ref = await findPlayerRef(core.db, brandId, player);
    const rows = await listCorrections(core.db, ref, { before, limit: limit + 1 });
    return buildPage(rows, limit, describeCorrection);
  },
});
