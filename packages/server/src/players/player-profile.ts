import type { PlayerAddress, PlayerProfile } from '../connectors/order-player.ts';
import type { StatedProfile } from '../core/caller.ts';
import { isRecord } from '../ground/config/parse-settings.ts';
import { isPlainText } from '../ground/config/plain-text.ts';

/** Returns the value in Kassa's format; null if it isn't understood. */
type Read = (text: string, now: Date) => string | null;

interface Part {
  /** The standard claim of OpenID Connect. */
  claim: string;
  read: Read;
  /** What is expected, for `kassa token check`. */
  expected: string;
}

/** Characters that aren't text, and entities of HTML. */
const unwanted = /[\p{Cs}\p{Co}\p{Cn}]|&(#|[a-z]+;)/iu;

/** Reads a text without markup and control characters, or characters that turn it round. */
const readText =
  (longest: number): Read =>
  (text) =>
    text.length <= longest && isPlainText(text) && !unwanted.test(text) ? text : null;

const textOf = (what: string, longest: number) => ({
  read: readText(longest),
  expected: `${what}: ${longest} characters at most, no markup, no control characters`,
});

const readName: Read = (text, now) => (/\p{L}/u.test(text) ? readText(100)(text, now) : null);

const readEmail: Read = (text) => {
  const isEmail = /^[^\s@"(),:;\\[\]]{1,64}@[\p{L}\d.-]+\.\p{L}{2,63}$/u.test(text);
  return isEmail && text.length <= 254 && isPlainText(text) ? text : null;
};

const readPhone: Read = (text) => {
  const number = text.replace(/[\s().-]/g, '');
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
};

const readCountry: Read = (text) => (/^[a-z]{2}$/i.test(text) ? text.toLowerCase() : null);

const readBirthDate: Read = (text, now) => {
  const [, year = ''] = /^(\d{4})-\d{2}-\d{2}$/.exec(text) ?? [];
  const date = new Date(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isDay && Number(year) >= 1900 && date < now ? text : null;
};

const name = {
  read: readName,
  expected: 'a name: 100 characters at most, no markup, no control characters',
};

const parts: Record<Exclude<keyof PlayerProfile, 'address'>, Part> = {
  firstName: { claim: 'given_name', ...name },
  lastName: { claim: 'family_name', ...name },
  email: { claim: 'email', read: readEmail, expected: 'an e-mail address' },
  phone: {
    claim: 'phone_number',
    read: readPhone,
    expected: 'a phone number with its country: "+4915112345678"',
  },
  birthDate: {
    claim: 'birthdate',
    read: readBirthDate,
    expected: 'a past day such as "1990-02-28"',
  },
};

const addressParts: Record<keyof PlayerAddress, Part> = {
  line: { claim: 'street_address', ...textOf('street and number', 200) },
  city: { claim: 'locality', ...textOf('a city', 100) },
  postalCode: { claim: 'postal_code', ...textOf('a postal code', 20) },
  region: { claim: 'region', ...textOf('a region', 100) },
  country: {
    claim: 'country',
    read: readCountry,
    expected: 'an ISO 3166-1 alpha-2 code such as "de"',
  },
};

/** The claims of a token about the person, with what is expected of each. */
export const profileClaims: Readonly<Record<string, string>> = {
  ...expectations(parts),
  address: 'an object with `street_address`, `locality`, `postal_code`, `region`, `country`',
  ...Object.fromEntries(
    Object.entries(expectations(addressParts)).map(([claim, expected]) => [
      `address.${claim}`,
      expected,
    ]),
  ),
};

function expectations(table: Record<string, Part>): Record<string, string> {
  return Object.fromEntries(Object.values(table).map(({ claim, expected }) => [claim, expected]));
}

export const emptyProfile: PlayerProfile = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  address: null,
  birthDate: null,
};

export const nothingStated: StatedProfile = { profile: emptyProfile, unread: [] };

const claimNames = [...Object.values(parts).map(({ claim }) => claim), 'address'];

/** Reads the person of a token's claims. A claim that isn't understood is left out. */
export function readClaims(claims: Readonly<Record<string, unknown>>, now: Date): StatedProfile {
  // Every call has a token, and most tokens state nothing.
  if (claimNames.every((claim) => claims[claim] === undefined)) return nothingStated;
  return readStated(claims, now, (_, { claim }) => claim);
}

/** Reads the `person` of a wallet's profile. A part that isn't understood is left out. */
export function readPerson(person: unknown, now: Date): StatedProfile {
  if (person === undefined || person === null) return nothingStated;
  if (!isRecord(person)) return { profile: emptyProfile, unread: ['person'] };
  return readStated(person, now, (own) => own);
}

type NameOf = (own: string, part: Part) => string;

function readStated(
  source: Readonly<Record<string, unknown>>,
  now: Date,
  nameOf: NameOf,
): StatedProfile {
  const unread: string[] = [];
  const flat = readParts(parts, source, now, { nameOf, prefix: '', unread });
  const { address } = source;
  if (!isAbsent(address) && !isRecord(address)) unread.push('address');
  const lines = readParts(addressParts, isRecord(address) ? address : {}, now, {
    nameOf,
    prefix: 'address.',
    unread,
  });
  const hasAddress = Object.values(lines).some((line) => line !== null);
  return { profile: { ...flat, address: hasAddress ? lines : null }, unread };
}

function readParts<Name extends string>(
  table: Record<Name, Part>,
  source: Readonly<Record<string, unknown>>,
  now: Date,
  { nameOf, prefix, unread }: { nameOf: NameOf; prefix: string; unread: string[] },
): Record<Name, string | null> {
  const values = {} as Record<Name, string | null>;
  for (const own of Object.keys(table) as Name[]) {
    const key = nameOf(own, table[own]);
    const value = source[key];
    // OpenID Connect separates the lines of a street address by line breaks.
    const text =
      typeof value === 'string'
        ? value
            .normalize('NFC')
            .trim()
            .replace(/\s*\r?\n\s*/g, ', ')
        : '';
    values[own] = text === '' ? null : table[own].read(text, now);
    if (!isAbsent(value) && values[own] === null) unread.push(`${prefix}${key}`);
  }
  return values;
}

/** An empty text states nothing. */
const isAbsent = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
