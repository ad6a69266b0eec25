import { CallError } from '@kassa/contract';
import type { CatalogMethod } from './catalog-schema.ts';

/**
 * Refuses fields that the method doesn't ask for, and a missing one that it needs: what isn't in the
 * catalogue is never stored and never reaches a provider (design §3.8).
 * @throws CallError request.invalid, with the field's name
 */
export function requireFields(
  { fields: asked = [] }: Pick<CatalogMethod, 'fields'>,
  given: Record<string, string>,
): void {
  const names = new Set(asked.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) throw refuse(unknown, 'is not asked for by this method');
  const missing = asked.find(
    ({ name, isOptional }) => isOptional !== true && (given[name] ?? '').trim() === '',
  );
  if (missing !== undefined) throw refuse(missing.name, 'is needed by this method');
}

function refuse(name: string, problem: string): CallError {
  const field = `fields.${name}`;
  return new CallError('request.invalid', `${field}: ${problem}`, { field });
}
