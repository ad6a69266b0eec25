import type { Bonus } from '@kassa/contract';

/**
 * A deposit bonus of 50 % up to 100 euros, for deposits from 20 euros on, valid for two more days.
 */
export function buildBonus(overrides: Partial<Bonus> = {}): Bonus {
  return {
    id: 'welcome',
    type: 'deposit',
    currency: 'EUR',
    mustAccruedBefore: new Date(Date.now() + 48 * 3_600_000).toISOString(),
    content: { title: '50% up to €100' },
    depositBonusData: {
      minDeposit: '20',
      maxBonusAmount: '100',
      percent: 50,
      wagerMultiplier: 30,
      payoutMultiplier: 5,
    },
    ...overrides,
  };
}

/** 50 free spins with a deposit of 10 euros, valid for three more hours. */
export function buildFreespinBonus(overrides: Partial<Bonus> = {}): Bonus {
  return {
    id: 'spins',
    type: 'freespin',
    currency: 'EUR',
    mustAccruedBefore: new Date(Date.now() + 3 * 3_600_000).toISOString(),
    content: { title: '50 free spins' },
    freespinBonusData: {
      minDeposit: '10',
      maxSpinWin: '100',
      count: 50,
      wagerMultiplier: 25,
      gamesContent: [{ nameEn: 'Northern Lights' }, { nameEn: 'Book of Fjords' }],
    },
    ...overrides,
  };
}
