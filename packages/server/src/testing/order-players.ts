import type { OrderPlayer } from '../connectors/order-player.ts';
import type { Device } from '../core/caller.ts';
import { listPlayerData } from '../players/player-data.ts';

export const unknownDevice: Device = { ipAddress: null, userAgent: null, locale: null };

/** A player of whom nothing is known. */
export const unknownPlayer: OrderPlayer = { ...unknownDevice, country: null, profile: null };

/** A player of whom all is known. */
export const knownPlayer: OrderPlayer = {
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  locale: 'de-DE',
  country: 'de',
  profile: {
    firstName: 'Zoë',
    lastName: "O'Brien-Müller",
    email: 'zoe@mail.example',
    phone: '+4915112345678',
    address: {
      line: 'Hauptstraße 5, Hinterhaus',
      city: 'Köln',
      postalCode: '50667',
      region: 'NW',
      country: 'de',
    },
    birthDate: '1990-02-28',
  },
};

/** The texts of the known player by which a person could be found. */
export const knownPlayerTexts: readonly string[] = [
  knownPlayer.ipAddress ?? '',
  ...Object.values(
    listPlayerData({ ...knownPlayer, ipAddress: null, userAgent: null, locale: null }),
  ),
].filter((text) => text.length > 2);
