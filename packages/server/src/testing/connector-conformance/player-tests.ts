import { describe, expect, it } from 'vitest';
import type { OrderPlayer } from '../../connectors/order-player.ts';
import { listPlayerData } from '../../players/player-data.ts';
import { knownPlayer, unknownPlayer } from '../order-players.ts';
import { type ConnectorDescription, type ProviderUnderTest, playerParts } from './description.ts';
import type { Stage } from './stage.ts';

/** A player, each part of whom is a text that no other part contains. */
const player: OrderPlayer = {
  ...knownPlayer,
  country: 'lu',
  profile: knownPlayer.profile && {
    ...knownPlayer.profile,
    address: knownPlayer.profile.address && { ...knownPlayer.profile.address, country: 'be' },
  },
};

/** A player of whom only the first name is known. */
const barelyKnownPlayer: OrderPlayer = {
  ...unknownPlayer,
  profile: {
    firstName: 'Zoë',
    lastName: null,
    email: null,
    phone: null,
    address: null,
    birthDate: null,
  },
};

/** The player of an order: sent as far as the provider asks for it, and as far as it is known. */
export function registerPlayerTests<Provider extends ProviderUnderTest>(
  { abilities, payoutOrder }: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  const { sentPlayerParts, requiredPlayerParts = [], knowsMoneyAlone = false } = abilities;
  const received = async (told: OrderPlayer): Promise<string[]> => {
    const { id } = await stage().create({ player: told });
    return textsOf(await stage().provider.receivedPlayer?.(id));
  };

  describe('the player of an order', () => {
    if (sentPlayerParts !== undefined) {
      it('arrives at the provider with the declared parts, and no others', async () => {
        const text = (await received(player)).join('\n').toLowerCase();
        const values: Record<string, string> = {
          ...listPlayerData(player),
          country: player.country ?? '',
        };
        const arrived = playerParts.filter((part) =>
          text.includes((values[part] ?? '').toLowerCase()),
        );
        expect(arrived).toEqual(playerParts.filter((part) => sentPlayerParts.includes(part)));
      });
    }

    if (requiredPlayerParts.length > 0) {
      it('without whom the provider takes nothing is rejected', async () => {
        const order = stage().order({ player: unknownPlayer });
        const rejected = { kind: 'error', error: 'rejected' };
        expect(await stage().ask(stage().connector.create(order))).toMatchObject(rejected);
        if (payoutOrder !== null) {
          const payout = stage().payoutOrder({ player: unknownPlayer });
          expect(await stage().ask(stage().payouts.send(payout))).toMatchObject(rejected);
        }
        if (knowsMoneyAlone) return;
        const { depositId } = order;
        const found = await stage().connector.status({ depositId, providerReference: null });
        expect(found).toEqual({ kind: 'absent' });
      });
      return;
    }

    it('of whom nothing is known is accepted, also a second time', async () => {
      const order = stage().order({ player: unknownPlayer });
      const first = await stage().ask(stage().connector.create(order));
      expect(first.kind).toBe('accepted');
      expect(await stage().ask(stage().connector.create(order))).toEqual(first);
      if (payoutOrder !== null) await stage().send({ player: unknownPlayer });
    });

    it('of whom only a name is known has no empty texts', async () => {
      for (const text of await received(barelyKnownPlayer)) {
        expect(text).not.toMatch(/\b(null|undefined)\b|^$|^\s|\s$/);
      }
    });
  });
}

/** Lists the texts and numbers of a value at every level. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return value == null ? [] : [String(value)];
}
