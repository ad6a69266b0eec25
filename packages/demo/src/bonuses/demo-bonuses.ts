import type { bonusPresets } from '../choices.ts';

export type BonusPreset = (typeof bonusPresets)[number];

/** The demo's bonuses, by the names in its pages and links. */
export type BonusName = 'welcome' | 'spins' | 'ending';

const hourMs = 3_600_000;

/** The terms of each bonus, in the player's currency, as Kassa's operator API expects them. */
export const demoBonuses: Record<BonusName, { lifeMs: number; terms: object }> = {
  welcome: {
    lifeMs: 48 * hourMs,
    terms: {
      kind: 'deposit',
      title: '100% on your deposit',
      subtitle: 'Up to 200',
      minDeposit: '20',
      percent: '100',
      maxBonusAmount: '200',
      wagerMultiplier: '30',
      payoutMultiplier: '10',
    },
  },
  spins: {
    lifeMs: 3 * hourMs,
    terms: {
      kind: 'freespin',
      title: '50 free spins',
      minDeposit: '10',
      spins: 50,
      maxSpinWin: '100',
      wagerMultiplier: '25',
      games: ['Northern Lights', 'Book of Fjords'],
    },
  },
  ending: {
    // Long enough to read the bonus, short enough to see it expire.
    lifeMs: 45_000,
    terms: {
      kind: 'deposit',
      title: '50% if you are quick',
      minDeposit: '20',
      percent: '50',
      maxBonusAmount: '100',
    },
  },
};

/** The bonuses of each preset of the playground. */
export const presetBonuses: Record<BonusPreset, readonly BonusName[]> = {
  none: [],
  deposit: ['welcome'],
  freespin: ['spins'],
  both: ['welcome', 'spins'],
  expiring: ['ending', 'spins'],
  broken: ['welcome'],
};
