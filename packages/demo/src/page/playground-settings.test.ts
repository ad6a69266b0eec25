import { expect, it } from 'vitest';
import { decodeSettings, encodeSettings } from './playground-settings.ts';

const choices = { countries: ['de', 'in'], currencies: ['EUR', 'INR'] };
const defaults = {
  player: 'player-1',
  currency: 'EUR',
  country: 'de',
  locale: 'en',
  theme: 'auto',
  transport: 'socket',
  closing: true,
};

it('comes back from a link as it was', () => {
  const settings = decodeSettings(
    '?player=bob&currency=INR&country=in&locale=ar&theme=dark&transport=http&closing=0',
    choices,
  );
  expect(settings).toEqual({
    player: 'bob',
    currency: 'INR',
    country: 'in',
    locale: 'ar',
    theme: 'dark',
    transport: 'http',
    closing: false,
  });
  expect(decodeSettings(encodeSettings(settings), choices)).toEqual(settings);
});

it('has defaults for what is missing or wrong', () => {
  expect(decodeSettings('', choices)).toEqual(defaults);
  const wrong = '?player=%3Cb%3E&currency=XXX&country=zz&locale=xx&theme=pink&closing=maybe';
  expect(decodeSettings(wrong, choices)).toEqual(defaults);
});

it('remembers the player, whom a link overrules', () => {
  expect(decodeSettings('', choices, 'ann').player).toBe('ann');
  expect(decodeSettings('?player=bob', choices, 'ann').player).toBe('bob');
});
