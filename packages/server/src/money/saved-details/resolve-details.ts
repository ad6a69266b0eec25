import { CallError, type FieldDefinition, type FieldValues } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { requireFields, showFields } from '../../catalog/fields.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { digestsOfDetails, openDetails } from '../../ground/encryption/saved-details.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { identifyDestination } from './identify-destination.ts';
import { detailsNotFound, type Instrument, loadInstrument, methodName } from './instruments.ts';
import { maskDestination } from './mask-destination.ts';

/** The player's own word on where money goes or comes from, validated. Payment details: never log. */
export interface ResolvedDetails {
  /** What `fields_sealed` keeps. */
  fields: FieldValues;
  /** The saved details or the receipt that was named; null for typed fields. */
  detailsId: string | null;
  /** The card or account of a receipt, for a method with `paysToInstrument`; else null. */
  instrument: Instrument | null;
  /** The destination for people: `GTBank •••• 6789`. */
  masked: string;
  /** The keyed digest of the destination under the first key of the ring. */
  digest: string;
  /** The same under every key, for searches. */
  digests: readonly string[];
  /** What the digest is of; nothing for a card or account of a receipt. */
  destination: FieldValues;
  /** The holder of the destination as typed, or as the receipt names the payer; null if unknown. */
  holder: string | null;
}

/** What a player sends: typed fields, or an id of the list of saved details. */
export interface GivenDetails {
  fields?: FieldValues | undefined;
  detailsId?: string | undefined;
  selectedCountry?: string | undefined;
}

type Owner = Pick<Caller, 'brandId' | 'playerId' | 'country'>;

/**
 * Validates what a player typed or chose, by today's rules of the method's fields. Typed fields
 * replace saved ones.
 * @param further - fields besides the method's own, which are never saved
 * @throws CallError details.notFound if the chosen details aren't the player's, were removed or
 *   belong to another method; banking.paymentMethodRegex, request.invalid as {@link requireFields}
 */
export async function resolveDetails(
  core: Pick<Core, 'vault'>,
  db: Db | Tx,
  caller: Owner,
  method: CatalogMethod,
  transaction: CatalogMethod['transaction'],
  given: GivenDetails,
  further: readonly FieldDefinition[] = [],
): Promise<ResolvedDetails> {
  const own = showFields(method.fields ?? [], given.selectedCountry ?? caller.country);
  const definitions = [...own, ...further];
  const { fields: typed = {}, detailsId } = given;
  if (method.paysToInstrument === true) {
    return resolveInstrument(core, db, caller, method, given, definitions);
  }
  const saved =
    detailsId === undefined
      ? {}
      : await loadFields(core, db, caller, { detailsId, method, transaction });
  const known = Object.entries(saved).filter(([name]) => own.some((field) => field.name === name));
  const values = { ...Object.fromEntries(known), ...typed };
  const fields = requireFields(definitions, values, method);
  const destination = identifyDestination(own, fields);
  const subject = { brandId: caller.brandId, paymentMethod: method.name };
  const digests = digestsOfDetails(core.vault, subject, destination);
  return {
    fields,
    detailsId: detailsId ?? null,
    instrument: null,
    masked: maskDestination(own, fields) ?? methodName(method),
    digest: digests[0] ?? '',
    digests,
    destination,
    holder: findHolder(own, fields),
  };
}

async function resolveInstrument(
  core: Pick<Core, 'vault'>,
  db: Db | Tx,
  caller: Owner,
  method: CatalogMethod,
  { fields: typed = {}, detailsId }: GivenDetails,
  definitions: readonly FieldDefinition[],
): Promise<ResolvedDetails> {
  if (detailsId === undefined) {
    const message = 'detailsId: is required by this method';
    throw new CallError('request.invalid', message, { field: 'detailsId' });
  }
  const fields = requireFields(definitions, typed, method);
  const instrument = await loadInstrument(core, db, caller, method, detailsId);
  return {
    fields,
    detailsId,
    instrument,
    masked: instrument.masked ?? methodName(method),
    digest: instrument.digest,
    digests: instrument.digests,
    destination: {},
    holder: instrument.payerName ?? findHolder(definitions, fields),
  };
}

/** Loads what the player typed before. */
async function loadFields(
  { vault }: Pick<Core, 'vault'>,
  db: Db | Tx,
  { brandId, playerId }: Owner,
  {
    detailsId,
    method,
    transaction,
  }: { detailsId: string; method: CatalogMethod; transaction: CatalogMethod['transaction'] },
): Promise<FieldValues> {
  const row = isUuid(detailsId)
    ? await db
        .selectFrom('saved_details')
        .select(['id', 'brand_id', 'fields_sealed'])
        .where('brand_id', '=', brandId)
        .where('id', '=', detailsId)
        .where('player_id', '=', playerId)
        .where('transaction', '=', transaction)
        .where('payment_method', '=', method.name)
        .executeTakeFirst()
    : undefined;
  const sealed = row?.fields_sealed ?? null;
  const opened =
    row === undefined || sealed === null
      ? null
      : nullIfUnreadable(() => openDetails(vault, row, sealed));
  if (opened === null) throw detailsNotFound();
  return opened.fields;
}

/** Returns the name that the player typed as the holder's; null if the method asks for none. */
export function findHolder(
  definitions: readonly Pick<FieldDefinition, 'name' | 'category'>[],
  fields: FieldValues,
): string | null {
  const names = definitions
    .filter(({ category }) => category === 'name')
    .flatMap(({ name }) => fields[name] ?? []);
  return names.length === 0 ? null : names.join(' ');
}
