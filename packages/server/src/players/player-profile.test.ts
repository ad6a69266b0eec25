import { describe, expect, test } from 'vitest';
import { knownPlayer } from '../testing/order-players.ts';
import { emptyProfile, readClaims, readPerson } from './player-profile.ts';

const now = new Date('2026-11-23T12:00:00Z');

/** The claims of OpenID Connect about the known player. */
const claims = {
  given_name: ' Zoë ',
  family_name: "O'Brien-Müller",
  email: 'zoe@mail.example',
  phone_number: '+49 (151) 1234-5678',
  address: {
    formatted: 'ignored',
    street_address: 'Hauptstraße 5\r\nHinterhaus',
    locality: 'Köln',
    postal_code: '50667',
    region: 'NW',
    country: 'DE',
  },
  birthdate: '1990-02-28',
};

test('reads the standard claims of a token', () => {
  expect(readClaims(claims, now)).toEqual({ profile: knownPlayer.profile, unread: [] });
});

test("reads a wallet's person", () => {
  expect(readPerson(knownPlayer.profile, now)).toEqual({
    profile: knownPlayer.profile,
    unread: [],
  });
  expect(readPerson({ email: 'no', address: { country: 'Germany' } }, now)).toEqual({
    profile: emptyProfile,
    unread: ['email', 'address.country'],
  });
  expect(readPerson('Zoë', now)).toEqual({ profile: emptyProfile, unread: ['person'] });
});

test.each([[{}], [{ given_name: '', email: null, address: {} }], [{ address: { city: 'x' } }]])(
  '%j states nothing',
  (stated) => {
    expect(readClaims(stated, now)).toEqual({ profile: emptyProfile, unread: [] });
  },
);

describe('a claim that is not understood is left out, and is named', () => {
  test.each([
    ['given_name', '<b>Zoë</b>'],
    ['given_name', 'Zoë&lt;script&gt;'],
    ['given_name', 'Zoë\u0000'],
    ['given_name', 'Zoë\u202Eeoz'],
    ['given_name', 'Zoë\u061C'],
    ['given_name', '\u200EZoë'],
    ['given_name', 'Zoë\u200F'],
    ['given_name', '12345'],
    ['given_name', 'x'.repeat(101)],
    ['family_name', 777777],
    ['family_name', ['Müller']],
    ['email', 'zoe'],
    ['email', 'zoe@localhost'],
    ['email', 'Zoë <zoe@mail.example>'],
    ['email', 'zo\u202Ee@mail.example'],
    ['email', 'zoe\u2066@mail.example'],
    ['email', 'zoe\u200F@mail.example'],
    ['email', 'zoe\u0000@mail.example'],
    ['email', `${'x'.repeat(250)}@mail.example`],
    ['phone_number', '0151 12345678'],
    ['phone_number', '+0151'],
    ['phone_number', '+49 call me'],
    ['birthdate', '1990-02-30'],
    ['birthdate', '1990'],
    ['birthdate', '0000-02-28'],
    ['birthdate', '28.02.1990'],
    ['birthdate', '2026-11-24'],
    ['birthdate', '1890-02-28'],
    ['address', 'Hauptstraße 5, Köln'],
  ])('%s as %j', (claim, value) => {
    const { profile, unread } = readClaims({ ...claims, [claim]: value }, now);
    expect(unread).toEqual([claim]);
    expect(Object.values(profile)).toContain(null);
    expect(JSON.stringify(profile)).not.toContain(JSON.stringify(value));
  });

  test.each([
    ['street_address', '<img src=x>'],
    ['locality', 'x'.repeat(101)],
    ['postal_code', '5'.repeat(21)],
    ['country', 'Germany'],
  ])('address.%s as %j, while the rest of the address stays', (part, value) => {
    const address = { ...claims.address, [part]: value };
    const { profile, unread } = readClaims({ ...claims, address }, now);
    expect(unread).toEqual([`address.${part}`]);
    expect(Object.values(profile.address ?? {}).filter((line) => line === null)).toHaveLength(1);
  });
});
