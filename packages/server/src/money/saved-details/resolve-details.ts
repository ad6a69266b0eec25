import type { FieldDefinition, FieldValues } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { requireFields, showFields } from '../../catalog/fields.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { digestsOfDetails } from '../../ground/encryption/saved-details.ts';
import { isOfDestination, maskDestination } from './mask-destination.ts';

/** The player's own word on where money goes or comes from, validated. Payment details: never log. */
export interface ResolvedDetails {
  /** What `fields_sealed` keeps. */
  fields: FieldValues;
  /** The saved details or the receipt that was named; null for typed fields. */
  detailsId: string | null;
  /** The card or account of a receipt, for a method with `paysToInstrument`; else null. */
  instrument: { token: string; masked: string | null; digest: string } | null;
  /** The destination for people: `GTBank •••• 6789`. */
  masked: string;
  /** The keyed digest of the destination under the first key of the ring. */
  digest: string;
  /** The same under every key, for searches. */
  digests: readonly string[];
  /** The holder of the destination as typed or as the receipt names the payer; null if unknown. */
  holder: string | null;
  /** The names of the fields that make the destination. */
  destinationFields: readonly string[];
}

/** What a player sends: typed fields, or an id of the list of saved details. */
export interface GivenDetails {
  fields?: FieldValues | undefined;
  detailsId?: string | undefined;
  selectedCountry?: string | undefined;
}

/**
 * Validates what a player typed or chose, by today's rules of the method's fields.
 * @throws CallError details.notFound if the chosen details aren't the player's, were removed or
 *   belong to another method; banking.paymentMethodRegex, request.invalid as {@link requireFields}
 */
export async function resolveDetails(
  core: Pick<Core, 'vault'>,
  _db: Db | Tx,
  caller: Pick<Caller, 'brandId' | 'playerId' | 'country'>,
  method: CatalogMethod,
  _transaction: CatalogMethod['transaction'],
  { fields: typed = {}, selectedCountry = caller.country }: GivenDetails,
): Promise<ResolvedDetails> {
  const definitions = showFields(method.fields ?? [], selectedCountry);
  const fields = requireFields(definitions, typed, method);
  return { ...describe(core, caller, method, definitions, fields), detailsId: null };
}

function describe(
  { vault }: Pick<Core, 'vault'>,
  { brandId }: Pick<Caller, 'brandId'>,
  method: CatalogMethod,
  definitions: readonly FieldDefinition[],
  fields: FieldValues,
): Omit<ResolvedDetails, 'detailsId'> {
  const destinationFields = definitions
    .filter((definition) => isOfDestination(definition) && Object.hasOwn(fields, definition.name))
    .map(({ name }) => name);
  const digests = digestsOfDetails(vault, brandId, {
    paymentMethod: method.name,
    fields,
    destinationFields,
  });
  return {
    fields,
    instrument: null,
    masked: maskDestination(method, definitions, fields),
    digest: digests[0] ?? '',
    digests,
    holder: findHolder(definitions, fields),
    destinationFields,
  };
}

/** Returns the name that the player typed as the holder's; null if the method asks for none. */
function findHolder(definitions: readonly FieldDefinition[], fields: FieldValues): string | null {
  const names = definitions
    .filter(({ category }) => category === 'name')
    .flatMap(({ name }) => fields[name] ?? []);
  return names.length === 0 ? null : names.join(' ');
}
