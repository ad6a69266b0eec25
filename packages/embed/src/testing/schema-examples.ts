import type * as z from 'zod/mini';

/** A JSON value. */
export type Example = unknown;

/** Values that a schema accepts, and values that it rejects, each wrong in one place. */
export interface Examples {
  right: Example[];
  wrong: Example[];
}

/** One value of each JSON type. */
const values = [null, true, 7, 'text', [], {}];
const allBut = (...types: string[]) => values.filter((value) => !types.includes(typeOf(value)));

/**
 * Walks through a schema and returns examples: with and without optional fields, each value of an
 * enumeration, and in each place a value of every other type, or none.
 * @throws for an unknown kind of schema, so that no schema goes untested.
 */
export function examplesOf(schema: z.core.$ZodType): Examples {
  // The union of all kinds of schema; `type` tells them apart.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      // "50" is both a text and a decimal.
      return { right: ['50'], wrong: allBut('string') };
    case 'number':
      return { right: [0, 1.5], wrong: allBut('number') };
    case 'boolean':
      return { right: [true, false], wrong: allBut('boolean') };
    case 'literal':
      return { right: [...def.values], wrong: ['no such word', ...allBut('string')] };
    case 'enum':
      return { right: Object.values(def.entries), wrong: ['no such word', ...allBut('string')] };
    case 'union': {
      const parts = def.options.map(examplesOf);
      const right = parts.flatMap((part) => part.right);
      const taken = right.map(typeOf);
      return { right, wrong: allBut(...taken) };
    }
    case 'optional': {
      const { right, wrong } = examplesOf(def.innerType);
      return { right: [...right, undefined], wrong };
    }
    case 'object':
      return objectExamples(Object.entries(def.shape));
    default:
      throw new Error(`There are no examples for schemas of the type ${def.type} yet`);
  }
}

function objectExamples(fields: [string, z.core.$ZodType][]): Examples {
  const parts = fields.map(([name, schema]) => ({ name, ...examplesOf(schema) }));
  const full = Object.fromEntries(parts.map(({ name, right }) => [name, right[0]]));
  const variants = (kind: 'right' | 'wrong') =>
    parts.flatMap(({ name, [kind]: list }) =>
      list.map((value) => without({ ...full, [name]: value })),
    );
  const missing = parts
    .filter(({ right }) => !right.includes(undefined))
    .map(({ name }) => without({ ...full, [name]: undefined }));
  const bare = parts.filter(({ right }) => !right.includes(undefined));
  const least = Object.fromEntries(bare.map(({ name, right }) => [name, right[0]]));
  return {
    right: [full, least, ...variants('right')],
    wrong: [...variants('wrong'), ...missing, ...allBut('object')],
  };
}

/** Removes undefined values, like JSON does. */
function without(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
