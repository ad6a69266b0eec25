/** The coins that a round is played in. */
export const coins = ['QSC', 'QGC'] as const;

export type Coin = (typeof coins)[number];

/** The invented games of the sweepstake casino, with their stakes. */
export const games = {
  tide: { title: 'Tide Flip', stakes: { QSC: '1', QGC: '1000' } },
  reels: { title: 'Coral Reels', stakes: { QSC: '2', QGC: '5000' } },
  pearls: { title: 'Pearl Dive', stakes: { QSC: '5', QGC: '10000' } },
} as const satisfies Record<string, { title: string; stakes: Record<Coin, string> }>;

export type GameName = keyof typeof games;

export const gameNames = Object.keys(games) as GameName[];

/** What the free entry of a day gives. */
export const freeEntry = { sweep: '1', gold: '2000' } as const;
