import { expect, test, vi } from 'vitest';
import type { Brand } from '../brands/load-brands.ts';
import type { Caller, StatedProfile } from '../core/caller.ts';
import type { WalletPort } from '../core/wallet-port.ts';
import { knownPlayer } from '../testing/order-players.ts';
import { listPlayerData, loadPlayerData } from './player-data.ts';
import { emptyProfile, nothingStated } from './player-profile.ts';

const { ipAddress, userAgent, locale } = knownPlayer;
const device = { ipAddress, userAgent, locale };
const all = ['name', 'email', 'phone', 'address', 'birthDate'] as const;
const known: StatedProfile = { profile: knownPlayer.profile ?? emptyProfile, unread: [] };

function load(
  playerData: Brand['playerData'],
  { stated = nothingStated, person = async () => null as StatedProfile | null } = {},
) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const asked = vi.fn(person);
  const core = {
    log,
    brands: new Map([['kassa', { playerData } as Brand]]),
    walletOf: () => ({ person: asked }) as unknown as WalletPort,
  };
  const caller = { brandId: 'kassa', stated } as Caller;
  return { data: loadPlayerData(core, caller, device), log, asked };
}

test('a brand sends the device only, unless it says more', async () => {
  const { data, asked, log } = load(
    { send: [], fromWallet: true },
    { stated: { profile: known.profile, unread: ['email'] } },
  );
  expect(await data).toEqual({ ...device, profile: null });
  expect(asked).not.toHaveBeenCalled();
  expect(log.warn).not.toHaveBeenCalled();
});

test('a brand sends the parts that it names', async () => {
  const { data } = load({ send: ['name', 'birthDate'], fromWallet: false }, { stated: known });
  const { firstName, lastName, birthDate } = known.profile;
  const profile = { ...emptyProfile, firstName, lastName, birthDate };
  expect(await data).toEqual({ ...device, profile });
});

test('the wallet is asked only for what the token lacks', async () => {
  expect(load({ send: [...all], fromWallet: true }, { stated: known }).asked).not.toBeCalled();
  expect(load({ send: [...all], fromWallet: false }).asked).not.toBeCalled();
  const noEmail = { profile: { ...known.profile, email: null }, unread: [] };
  const needless = load({ send: ['name'], fromWallet: true }, { stated: noEmail });
  expect(needless.asked).not.toBeCalled();
});

test('the token takes precedence over the wallet, part by part', async () => {
  const stated = {
    profile: { ...emptyProfile, firstName: 'Ada', address: { ...emptyAddress, city: 'Bonn' } },
    unread: [],
  };
  const { data } = load(
    { send: [...all], fromWallet: true },
    { stated, person: async () => known },
  );
  expect((await data).profile).toEqual({
    ...known.profile,
    firstName: 'Ada',
    // An address comes from one of them as a whole.
    address: { ...emptyAddress, city: 'Bonn' },
  });
});

test('without an answer of the wallet the rest is sent', async () => {
  const stated = { profile: { ...emptyProfile, email: 'zoe@mail.example' }, unread: [] };
  const { data } = load({ send: [...all], fromWallet: true }, { stated });
  expect((await data).profile).toEqual(stated.profile);
  expect(await load({ send: [...all], fromWallet: true }).data).toEqual({
    ...device,
    profile: null,
  });
});

test('what is not understood is logged by name', async () => {
  const person = async () => ({ profile: emptyProfile, unread: ['phone'] });
  const stated = { profile: emptyProfile, unread: ['given_name', 'address.country'] };
  const { data, log } = load({ send: ['name'], fromWallet: true }, { stated, person });
  await data;
  expect(log.warn.mock.calls.map(([fields]) => fields)).toEqual([
    { brandId: 'kassa', source: 'token', unread: ['given_name', 'address.country'] },
    { brandId: 'kassa', source: 'wallet', unread: ['phone'] },
  ]);
});

test('a list has what is known, by name', () => {
  expect(listPlayerData({ ...device, userAgent: null, profile: known.profile })).toEqual({
    ipAddress,
    locale,
    firstName: 'Zoë',
    lastName: "O'Brien-Müller",
    email: 'zoe@mail.example',
    phone: '+4915112345678',
    birthDate: '1990-02-28',
    'address.line': 'Hauptstraße 5, Hinterhaus',
    'address.city': 'Köln',
    'address.postalCode': '50667',
    'address.region': 'NW',
    'address.country': 'de',
  });
});

const emptyAddress = { line: null, city: null, postalCode: null, region: null, country: null };
