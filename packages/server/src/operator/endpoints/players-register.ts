import * as z from 'zod/mini';
import { resolvePlayer } from '../../players/player-row.ts';
import { defineAct } from '../define-endpoint.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players',
  scope: 'players',
  summary: 'Register a player who never opened the cashier, to block them or offer a bonus.',
  command: { words: 'players register', arguments: ['player'] },
  request: z.strictObject({
    player: z.string().check(z.minLength(1), z.maxLength(200), z.describe('your id of the player')),
  }),
  response: z.object({ id: z.string(), player: z.string() }),
  act: async (_core, { tx, operator }, { player }) => {
    const id = await resolvePlayer(tx, operator.brandId, player);
    return { response: { id, player }, subject: { kind: 'player', id } };
  },
});
