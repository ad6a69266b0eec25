import type { Choices } from './choices.ts';

/** The invented sites of the demo. Each has a brand of its own. */
export const siteNames = ['northline', 'lagoon'] as const;

export type SiteName = (typeof siteNames)[number];

interface Site {
  title: string;
  defaults: Choices['defaults'];
  /** The currencies of its accounts; left out: those of the catalogue. */
  currencies?: readonly string[];
}

export const sites: Readonly<Record<SiteName, Site>> = {
  /** A betting site. */
  northline: {
    title: 'Northline',
    defaults: {
      currency: 'EUR',
      country: 'de',
      region: '',
      verified: false,
      ofAge: false,
      view: 'main',
      host: 'northline',
      tokens: '',
    },
  },
  /** A sweepstake casino. */
  lagoon: {
    title: 'Lagoon',
    defaults: {
      currency: 'QSC',
      country: 'us',
      region: 'us-ca',
      verified: true,
      ofAge: true,
      view: 'sweep',
      host: 'lagoon',
      tokens: 'accent: #0b7a75; accent-strong: #075e5a; on-accent: #ffffff; radius: 18px',
    },
    currencies: ['QSC', 'QGC'],
  },
};
