import * as z from 'zod/mini';
import { listCorrections } from '../../money/wallet/corrections.ts';
import { defineReading } from '../define-endpoint.ts';
import { correctionSchema, describeCorrection } from '../lookup/corrections.ts';
import { findPlayerRef, playerField } from '../lookup/players.ts';

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
  request: z.strictObject(playerField),
  response: z.object({ items: z.array(correctionSchema) }),
  read: async (core, { brandId }, { player }) => {
    const ref = await findPlayerRef(core.db, brandId, player);
    return { items: (await listCorrections(core.db, ref)).map(describeCorrection) };
  },
});
