import * as z from 'zod/mini';
import { exportPlayer } from '../data-protection/export-player.ts';
import { defineReading } from '../define-endpoint.ts';
import { findPlayerRef, playerField } from '../lookup/players.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

// A POST and logged: the response contains all data of a person.
export const endpoint = defineReading({
  method: 'POST',
  path: '/players/{player}/export',
  scope: 'data',
  summary: 'Export all personal data of a player, with payment details unmasked.',
  subject: { kind: 'player', field: 'player' },
  isLogged: true,
  command: { words: 'players export', arguments: ['player'] },
  request: z.strictObject(playerField),
  response: z.object({
    exportedAt: instantSchema,
    player: z.object({
      id: z.string(),
      externalId: z.string(),
      createdAt: instantSchema,
      erasedAt: z.nullable(instantSchema),
    }),
    /** The rows by subject: deposits, payments, limits … */
    data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
  read: async (core, { brandId }, { player }) => {
    const exported = await exportPlayer(core, await findPlayerRef(core.db, brandId, player));
    if (exported === null) throw new OperatorError('player.notFound', 'There is no such player.');
    return exported;
  },
});
