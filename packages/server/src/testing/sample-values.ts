import type * as z from 'zod/mini';
import { describeSchema } from '../ground/describe-schema.ts';

/** A JSON Schema with the keywords that the schemas of calls and endpoints use. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  propertyNames?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
}

/** Returns the JSON Schema of a request as the API document contains it. */
export function describeRequest(request: z.ZodMiniType): JsonSchema {
  return describeSchema(request, 'input') as JsonSchema;
}

/** Field values that are valid in the tests' brands and catalogue, by field name. */
const sensible: Record<string, string[]> = {
  amount: ['50', '10.01', '999.99', '20'],
  currency: ['EUR', 'JPY', 'USD'],
  country: ['de', 'fr'],
  selectedCountry: ['de', 'fr'],
  paymentType: ['card', 'payout', 'large_transfer'],
  paymentMethod: ['card', 'payout', 'p2p_transfer'],
  payment_method: ['card', 'payout'],
  method: ['card', 'payout'],
  connector: ['sandbox'],
  player: ['player-1'],
  reason: ['because a test says so'],
  // A PNG of one pixel.
  proof: [
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ],
  rate: ['1', '0.5'],
  until: ['2099-01-01T00:00:00Z'],
  expiresAt: ['2099-01-01T00:00:00Z'],
};

/** Texts of many shapes, so that at least one matches each pattern in the schemas. */
const texts = [
  'abc',
  '50',
  '12345678',
  'EUR',
  'de',
  '2026-11-21',
  '2026-11-21T12:00:00Z',
  '0199d1f0-7c00-7000-8000-000000000001',
  'https://host.example/path',
  'https://host.example',
  'Zm9v',
  '10:30',
  '09:00-23:30',
  'a'.repeat(32),
  'a'.repeat(43),
];

/**
 * Returns values of a schema, a likely one first, chosen by the name of the field. `known` adds
 * values for further names.
 * @throws if no value fits; then add one to this file.
 */
export function sampleValues(
  schema: JsonSchema,
  name = '',
  known: Record<string, string[]> = {},
): unknown[] {
  const given = known[name];
  if (given !== undefined) return given;
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap((option) => sampleValues(option, name));
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  switch (schema.type) {
    case 'null':
      return [null];
    case 'boolean':
      return [true, false];
    case 'integer':
    case 'number':
      return [schema.minimum ?? 1, ...(schema.maximum === undefined ? [] : [schema.maximum])];
    case 'array':
      return [sampleValues(schema.items ?? {}, name).slice(0, schema.minItems ?? 1)];
    case 'object':
      return [sampleObject(schema, 'all'), sampleObject(schema, 'required')];
    case 'string':
      return sampleTexts(schema, name);
    default:
      return ['anything'];
  }
}

/** Builds a request of the required fields, each with a likely value. */
export function sampleRequest(schema: JsonSchema): Record<string, unknown> {
  return sampleObject(schema, 'required');
}

function sampleObject(schema: JsonSchema, which: 'all' | 'required'): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).filter(
    ([name]) => which === 'all' || required.includes(name),
  );
  const sample = Object.fromEntries(
    fields.map(([name, field]) => [name, sampleValues(field, name)[0]]),
  );
  if (which === 'required' || typeof additionalProperties !== 'object') return sample;
  const [name] = sampleTexts(schema.propertyNames ?? {}, '');
  return { ...sample, [String(name)]: sampleValues(additionalProperties)[0] };
}

function sampleTexts(schema: JsonSchema, name: string): unknown[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
    pattern === undefined ? [] : [new RegExp(pattern, 'u')],
  );
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    patterns.every((pattern) => pattern.test(text));
  const likely = sensible[name]?.filter(fits) ?? [];
  const found = likely.length > 0 ? likely : texts.filter(fits);
  if (found.length > 0) return found;
  throw new Error(`No sample fits "${name}", ${JSON.stringify(schema)}: add one`);
}
