import type { Decimal } from '@kassa/contract';
import type { bonusPresets } from '../choices.ts';

interface BonusTerms {
  kind: 'deposit' | 'freespin';
  minDeposit: Decimal;
  maxBonusAmount?: Decimal;
  maxSpinWin?: Decimal;
  percent?: string;
  spins?: number;
  wagerMultiplier?: string;
  payoutMultiplier?: string;
  games?: readonly string[];
}

export type BonusPreset = (typeof bonusPresets)[number];

/** The demo's bonuses, by the names in its pages and links. */
export type BonusName = 'welcome' | 'spins' | 'ending';

const hourMs = 3_600_000;

/**
 * The terms of each bonus, as Kassa's operator API expects them. Amounts are in euros here, and
 * round amounts of the player's currency in an offer. The site's texts have the titles.
 */
export const demoBonuses: Record<BonusName, { lifeMs: number; terms: BonusTerms }> = {
  welcome: {
    lifeMs: 48 * hourMs,
    terms: {
      kind: 'deposit',
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
