import {
  cleanPhone,
  countries,
  digitsOfPhone,
  type FieldDefinition,
  type FieldValues,
  pixFields,
} from '@kassa/contract';
import { toCanonicalFields } from './canonical-fields.ts';
import type { CatalogField, CatalogMethod } from './catalog-schema.ts';
import { showFields } from './fields.ts';

/**
 * Returns the forms that a text has in the fields of a name, of any of these methods, and the text
 * itself: to find what was typed in another spelling.
 */
export function listForms(
  methods: readonly Pick<CatalogMethod, 'fields' | 'coin'>[],
  name: string,
  text: string,
): string[] {
  const forms = methods.flatMap(({ fields = [], coin }) =>
    fields
      .filter((field) => field.name === name)
      .flatMap((field) => {
        const definitions = listDefinitions(field, text);
        return listTypes(fields, name).flatMap((type) =>
          definitions.map(
            (definition) =>
              toCanonicalFields([definition], { ...type, [name]: text }, { coin })[name],
          ),
        );
      }),
  );
  return [...new Set([text, ...forms.filter((form) => form !== undefined)])];
}

/**
 * The field as players see it. A phone has the prefix of its player's country, which isn't known: that of
 * none, and of each country whose number the text may be.
 */
function listDefinitions(field: CatalogField, text: string): FieldDefinition[] {
  if (field.type !== 'phone_with_prefix') return [field];
  const digits = digitsOfPhone(cleanPhone(text)).replace(/^00/, '');
  const possible = countries.filter(({ prefix }) => digits.startsWith(digitsOfPhone(prefix)));
  return [{ ...field, prefix: '+0' }, ...possible.flatMap(({ code }) => showFields([field], code))];
}

/** The types that a Pix key may be of. */
function listTypes(fields: NonNullable<CatalogMethod['fields']>, name: string): FieldValues[] {
  const types = fields.flatMap((field) =>
    name === pixFields.key && field.name === pixFields.type && field.type === 'dropdown'
      ? field.values
      : [],
  );
  return [{}, ...types.map(({ value }) => ({ [pixFields.type]: value }))];
}
