import type { Sport } from '../site-texts.ts';

/** A match for decoration, with invented teams. */
export interface SampleMatch {
  sport: Sport;
  league: string;
  home: string;
  away: string;
  /** Decimal odds: home, draw (if the sport has one), away. */
  odds: readonly [string, string | null, string];
}

export interface LiveMatch extends SampleMatch {
  /** The time played, or the number of the running set. */
  clock: string | { set: number };
  score: readonly [number, number];
}

export interface UpcomingMatch extends SampleMatch {
  /** Days from today. */
  day: number;
  time: string;
}

export const liveMatches: readonly LiveMatch[] = [
  {
    sport: 'football',
    league: 'Coastal League',
    clock: "63'",
    home: 'Harbour Athletic',
    away: 'Stonebridge',
    score: [2, 1],
    odds: ['1.42', '4.30', '7.50'],
  },
  {
    sport: 'basketball',
    league: 'Capital Cup',
    clock: 'Q3 4:12',
    home: 'Ridge City',
    away: 'Lakeside Comets',
    score: [71, 68],
    odds: ['1.65', null, '2.25'],
  },
  {
    sport: 'tennis',
    league: 'Valley Open',
    clock: { set: 2 },
    home: 'M. Aranda',
    away: 'K. Lindqvist',
    score: [1, 0],
    odds: ['1.28', null, '3.70'],
  },
];

export const upcomingMatches: readonly UpcomingMatch[] = [
  {
    sport: 'football',
    league: 'Coastal League',
    day: 0,
    time: '20:45',
    home: 'Port Vale Rovers',
    away: 'Northgate',
    odds: ['2.10', '3.25', '3.60'],
  },
  {
    sport: 'tennis',
    league: 'Valley Open',
    day: 0,
    time: '21:30',
    home: 'A. Moreau',
    away: 'S. Okafor',
    odds: ['1.75', null, '2.05'],
  },
  {
    sport: 'cricket',
    league: 'Monsoon Series',
    day: 1,
    time: '09:30',
    home: 'Delta Kings',
    away: 'River Lions',
    odds: ['1.90', null, '1.90'],
  },
  {
    sport: 'hockey',
    league: 'Polar League',
    day: 1,
    time: '18:00',
    home: 'Frostfield',
    away: 'Pinewood Bears',
    odds: ['2.45', '4.00', '2.40'],
  },
  {
    sport: 'football',
    league: 'Summit Cup',
    day: 2,
    time: '15:00',
    home: 'Highmoor United',
    away: 'Castleton',
    odds: ['2.75', '3.10', '2.55'],
  },
  {
    sport: 'basketball',
    league: 'Capital Cup',
    day: 2,
    time: '19:15',
    home: 'Summit Hawks',
    away: 'Ridge City',
    odds: ['2.30', null, '1.62'],
  },
];
