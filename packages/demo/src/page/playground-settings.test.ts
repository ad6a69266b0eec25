import { describe, expect, it } from 'vitest';
import { sites } from '../sites.ts';
import { decodeSettings, encodeSettings } from './playground-settings.ts';

const { defaults: given } = sites.northline;
const choices = { countries: ['de', 'in'], currencies: ['EUR', 'INR'], defaults: given };
const read = (query: string, player?: string) => decodeSettings(query, choices, player);
const { settings: defaults } = read('');

/** A value other than the default for each setting. */
const changed = {
  player: 'bob',
  currency: 'INR',
  country: 'in',
  locale: 'ar',
  start: 'withdrawal',
  verified: '1',
  givenName: 'Ada',
  familyName: 'Ng',
  region: 'us-ca',
  ofAge: '1',
  theme: 'dark',
  transport: 'http',
  closing: '0',
  autoHeight: '1',
  platform: 'ios',
  view: 'sweep',
  tokens: 'accent: #0a7d5c; font: Georgia, serif',
  badge: 'https://example.com/b.png',
  bonuses: 'both',
  bonusId: 'spins',
  pwa: '1',
  app: '1',
  platformVersion: 'v2',
  host: 'a & b = c',
  xOrigin: 'https://x.example',
  partnerKey: '<p>',
  backLabel: 'Back',
  geetest: 'g1',
  isCryptoBonusAvailable: '1',
  showCryptoInstruction: '1',
  'group.crypto_bonus': 'group_b',
  'group.payment_methods': 'group_c',
  'group.payment_detail_tips': 'group_a',
};

it('restores every setting from a link', () => {
  expect(Object.keys(changed).sort()).toEqual(Object.keys(defaults).sort());
  const { settings, problems } = read(`?${new URLSearchParams(changed)}`);
  expect(problems).toEqual([]);
  for (const [name, value] of Object.entries(settings)) {
    expect(value, name).not.toBe(defaults[name as keyof typeof defaults]);
  }
  expect(read(encodeSettings(settings, choices)).settings).toEqual(settings);
});

it('has only the player and changed settings in a link', () => {
  expect(encodeSettings(defaults, choices)).toBe('?player=player-1');
  expect(encodeSettings({ ...defaults, theme: 'dark' }, choices)).toBe(
    '?player=player-1&theme=dark',
  );
});

describe('an invalid value in an address', () => {
  it.each([
    ['player', '<b>', 'must be 1 to 64 letters'],
    ['player', '', 'must be 1 to 64 letters'],
    ['player', 'x'.repeat(65), 'must be 1 to 64 letters'],
    ['currency', 'XXX', ''],
    ['country', 'zz', ''],
    ['locale', 'xx', 'none of the choices'],
    ['locale', 'es_CO', 'none of the choices'],
    // The cashier has no French yet, and neither has the site.
    ['locale', 'fr', 'none of the choices'],
    ['start', 'history', 'none of the choices'],
    ['givenName', 'x'.repeat(101), ''],
    ['theme', 'pink', ''],
    ['closing', 'maybe', ''],
    ['platform', 'fridge', ''],
    ['tokens', 'glow: #fff', 'glow: no such theme token'],
    ['tokens', 'bg: url(https://evil.example)', 'bg: must be a colour'],
    ['badge', 'javascript:alert(1)', 'must be an https address'],
    ['host', 'x'.repeat(201), ''],
    ['group.payment_methods', 'group_z', ''],
  ])('is told: %s=%s', (name, value, words) => {
    const { settings, problems } = read(`?${new URLSearchParams({ [name]: value })}`);
    expect(problems).toEqual([{ name, value, words: expect.stringContaining(words) }]);
    expect(settings).toEqual(defaults);
  });

  it('is reported, each of several', () => {
    const { problems } = read('?theme=pink&player=%3Cb%3E&locale=xx');
    expect(problems.map(({ name }) => name)).toEqual(['player', 'locale', 'theme']);
  });
});

it('takes a language in any region', () => {
  expect(read('?locale=es-CO')).toMatchObject({ settings: { locale: 'es-CO' }, problems: [] });
});

it('remembers the player; a link takes precedence', () => {
  expect(read('', 'ann').settings.player).toBe('ann');
  expect(read('?player=bob', 'ann').settings.player).toBe('bob');
  expect(read('', '<b>')).toEqual({ settings: defaults, problems: [] });
  // Not the remembered player either: a link to somebody else must not play as ann.
  expect(read('?player=%3Cb%3E', 'ann').problems).toHaveLength(1);
});
