/** The coins that a round is played in. */
export const coins = ['QSC', 'QGC'] as const;

export type Coin = (typeof coins)[number];

/**
 * The invented games of the sweepstake casino, with their stakes: as many gold coins for a sweep coin as the
 * cashier's packages have.
 */
export const games = {
  tide: { title: 'Tide Flip', stakes: { QSC: '1', QGC: '10000' } },
  reels: { title: 'Coral Reels', stakes: { QSC: '2', QGC: '20000' } },
  pearls: { title: 'Pearl Dive', stakes: { QSC: '5', QGC: '50000' } },
} as const satisfies Record<string, { title: string; stakes: Record<Coin, string> }>;

export type GameName = keyof typeof games;

export const gameNames = Object.keys(games) as GameName[];

/** What the free entry of a day gives. */
export const freeEntry = { sweep: '1', gold: '10000' } as const;
