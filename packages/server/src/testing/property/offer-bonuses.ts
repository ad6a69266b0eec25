import { v7 as uuidv7 } from 'uuid';
import { offerBonus } from '../../money/bonuses/offer-bonus.ts';
import type { World } from './world.ts';

/** The bonuses that each player in euros is offered at first. */
const rules = ['forfeited', 'forfeited', 'sticky'] as const;

/** Offers the players in euros bonuses with wagering to do, which their deposits may accrue. */
export async function offerBonuses({ courier, players, now }: World): Promise<void> {
  const mustAccrueBefore = new Date(now().getTime() + 365 * 24 * 3600_000);
  await courier.db.transaction().execute(async (tx) => {
    for (const player of players.filter(({ currency }) => currency === 'EUR')) {
      for (const onWithdrawal of rules) {
        await offerBonus(courier, tx, player, {
          kind: 'deposit',
          id: uuidv7(),
          title: 'Welcome',
          subtitle: null,
          currency: player.currency,
          minDeposit: '5',
          percent: '50',
          maxBonusAmount: null,
          wagerMultiplier: '30',
          payoutMultiplier: null,
          onWithdrawal,
          mustAccrueBefore,
          actor: 'desk',
          reason: 'a welcome',
        });
      }
    }
  });
}
