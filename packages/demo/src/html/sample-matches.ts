/** A match for decoration, with invented teams. */
export interface SampleMatch {
  league: string;
  home: string;
  away: string;
  /** Decimal odds: home, draw (if the sport has one), away. */
  odds: readonly [string, string | null, string];
}

export interface LiveMatch extends SampleMatch {
  clock: string;
  score: readonly [number, number];
}

export interface UpcomingMatch extends SampleMatch {
  starts: string;
}

export const liveMatches: readonly LiveMatch[] = [
  {
    league: 'Football · Coastal League',
    clock: "63'",
    home: 'Harbour Athletic',
    away: 'Stonebridge',
    score: [2, 1],
    odds: ['1.42', '4.30', '7.50'],
  },
  {
    league: 'Basketball · Capital Cup',
    clock: 'Q3 4:12',
    home: 'Ridge City',
    away: 'Lakeside Comets',
    score: [71, 68],
    odds: ['1.65', null, '2.25'],
  },
  {
    league: 'Tennis · Valley Open',
    clock: 'Set 2',
    home: 'M. Aranda',
    away: 'K. Lindqvist',
    score: [1, 0],
    odds: ['1.28', null, '3.70'],
  },
];

export const upcomingMatches: readonly UpcomingMatch[] = [
  {
    league: 'Football · Coastal League',
    starts: 'Today 20:45',
    home: 'Port Vale Rovers',
    away: 'Northgate',
    odds: ['2.10', '3.25', '3.60'],
  },
  {
    league: 'Cricket · Monsoon Series',
    starts: 'Tomorrow 09:30',
    home: 'Delta Kings',
    away: 'River Lions',
    odds: ['1.90', null, '1.90'],
  },
  {
    league: 'Ice hockey · Polar League',
    starts: 'Tomorrow 18:00',
    home: 'Frostfield',
    away: 'Pinewood Bears',
    odds: ['2.45', '4.00', '2.40'],
  },
  {
    league: 'Football · Summit Cup',
    starts: 'Sat 15:00',
    home: 'Highmoor United',
    away: 'Castleton',
    odds: ['2.75', '3.10', '2.55'],
  },
];
