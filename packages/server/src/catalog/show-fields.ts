import type { FieldDefinition } from '@kassa/contract';
import {
  type CountryCode,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
} from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import type { CatalogField } from './catalog-schema.ts';

/**
 * The fields as a player of a country (ISO 3166-1, lower case) fills them in: phones with the
 * country's prefix and an example (§3 "Country entry"). Without a known prefix a phone can't be
 * asked for that way, and is left out.
 */
export function showFields(fields: readonly CatalogField[], country: string): FieldDefinition[] {
  return fields.flatMap((field): FieldDefinition[] => {
    if (field.type !== 'phone_with_prefix') return [field];
    const code = toCountryCode(country);
    if (code === null) return [];
    const prefix = `+${getCountryCallingCode(code)}`;
    const example = getExampleNumber(code, examples)?.formatInternational().slice(prefix.length);
    return [{ ...field, prefix, ...(example !== undefined && { example: example.trim() }) }];
  });
}

/** Whether all that must be filled in can be asked of a player of a country. */
export function canShowFields(fields: readonly CatalogField[], country: string): boolean {
  const needsPrefix = fields.some(
    ({ type, isOptional = false }) => type === 'phone_with_prefix' && !isOptional,
  );
  return !needsPrefix || toCountryCode(country) !== null;
}

function toCountryCode(country: string): CountryCode | null {
  const code = country.toUpperCase();
  return isSupportedCountry(code) ? code : null;
}
