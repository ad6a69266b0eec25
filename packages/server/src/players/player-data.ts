import type { playerDataParts } from '../brands/player-data-settings.ts';
import type { OrderPlayer, PlayerProfile } from '../connectors/order-player.ts';
import type { Caller, Device, StatedProfile } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import { type FieldsSubject, toPlayerDataContext } from '../ground/encryption/sealed.ts';
import type { Vault } from '../ground/encryption/vault.ts';
import { type PlayerNames, toPlayerNames } from './compare-names.ts';
import { emptyProfile, nothingStated } from './player-profile.ts';

/**
 * What is stored of the player with a deposit or withdrawal: the device of the request, and of the
 * profile what the brand sends. Personal data: never log, never show unmasked.
 */
export type PlayerData = Omit<OrderPlayer, 'country'> & {
  /** The stated names, with which payers are compared; no provider gets them. Left out: unknown. */
  names?: PlayerNames | null;
};

const propertiesOf: Record<(typeof playerDataParts)[number], readonly (keyof PlayerProfile)[]> = {
  name: ['firstName', 'lastName'],
  email: ['email'],
  phone: ['phone'],
  address: ['address'],
  birthDate: ['birthDate'],
};

/**
 * Returns what the order of a player's request carries of them. The token takes precedence over the
 * wallet, part by part. The wallet is asked only for what the token lacks; one that doesn't answer
 * leaves it out.
 * @param comparesNames - whether payers may be compared with the player's names
 */
export async function loadPlayerData(
  core: Pick<Core, 'brands' | 'walletOf' | 'log'>,
  caller: Caller,
  device: Device,
  { comparesNames = false }: { comparesNames?: boolean } = {},
): Promise<PlayerData> {
  const { brandId } = caller;
  const { send = [], fromWallet = false } = core.brands.get(brandId)?.playerData ?? {};
  const compared = comparesNames ? propertiesOf.name : [];
  const sent = send.flatMap((part) => propertiesOf[part]);
  const properties = [...new Set([...sent, ...compared])];
  if (properties.length === 0) return { ...device, profile: null };
  const token = caller.stated;
  const isAsked = fromWallet && properties.some((property) => token.profile[property] === null);
  const wallet = (isAsked && (await core.walletOf(brandId).person?.(caller))) || nothingStated;
  logUnread(core, brandId, { token, wallet });
  const known = properties.map((property) => [
    property,
    token.profile[property] ?? wallet.profile[property],
  ]);
  const all: PlayerProfile = { ...emptyProfile, ...Object.fromEntries(known) };
  const profile = { ...emptyProfile, ...Object.fromEntries(sent.map((one) => [one, all[one]])) };
  const isKnown = Object.values(profile).some((value) => value !== null);
  return {
    ...device,
    profile: isKnown ? profile : null,
    ...(comparesNames && { names: toPlayerNames(all) }),
  };
}

/** Returns the names that were stated of the player; null if none is known. */
function statedNames({ names, profile }: PlayerData): PlayerNames | null {
  return names ?? (profile && toPlayerNames(profile));
}

/** Logs the names of the parts that aren't understood, never their values. */
function logUnread(
  { log }: Pick<Core, 'log'>,
  brandId: string,
  sources: Record<'token' | 'wallet', StatedProfile>,
): void {
  for (const [source, { unread }] of Object.entries(sources)) {
    if (unread.length === 0) continue;
    log.warn({ brandId, source, unread }, "data of a player isn't understood, and is left out");
  }
}

type Subject = Omit<FieldsSubject, 'playerId'>;

/** Seals the player's data for the column `player_data_sealed` of their deposit or withdrawal. */
export function sealPlayerData(vault: Vault, subject: Subject, data: PlayerData): string {
  return vault.seal(JSON.stringify(data), toPlayerDataContext(subject));
}

const unknownPlayer: PlayerData = {
  ipAddress: null,
  userAgent: null,
  locale: null,
  profile: null,
};

/** A row of `deposits` or `withdrawals`, as far as its player is concerned. */
interface PlayerRow {
  id: string;
  brand_id: string;
  country: string | null;
  player_data_sealed: string | null;
}

/**
 * Opens the player's data of a deposit or withdrawal; all is null if it was never known or has been
 * deleted.
 * @throws SealError if no key of the ring opens it
 */
export function openPlayerData(
  vault: Vault,
  kind: FieldsSubject['kind'],
  { id, brand_id: brandId, player_data_sealed: sealed }: Omit<PlayerRow, 'country'>,
): PlayerData {
  if (sealed === null) return unknownPlayer;
  // Only `sealPlayerData` writes the column.
  return JSON.parse(vault.open(sealed, toPlayerDataContext({ kind, brandId, id })));
}

/**
 * Returns the names that the player's token or wallet stated; null if none are known.
 * @throws SealError if no key of the ring opens them
 */
export function openNames(
  vault: Vault,
  kind: FieldsSubject['kind'],
  row: Omit<PlayerRow, 'country'>,
): PlayerNames | null {
  return statedNames(openPlayerData(vault, kind, row));
}

/** Returns the player of an order to a provider. */
export function openOrderPlayer(
  vault: Vault,
  kind: FieldsSubject['kind'],
  row: PlayerRow,
): OrderPlayer {
  const { names: _, ...sent } = openPlayerData(vault, kind, row);
  return { ...sent, country: row.country };
}

/** The player's data by name: `ipAddress`, `firstName`, `address.city`. Known values only. */
export function listPlayerData({ profile, names, ...device }: PlayerData): Record<string, string> {
  const { address = null, ...person } = profile ?? emptyProfile;
  const firstName = person.firstName ?? names?.first ?? null;
  const lastName = person.lastName ?? names?.last ?? null;
  const named = Object.entries({ ...device, ...person, firstName, lastName });
  const lines = Object.entries(address ?? {}).map(([name, value]) => [`address.${name}`, value]);
  return Object.fromEntries([...named, ...lines].filter(([, value]) => value !== null));
}
