import * as z from 'zod/mini';

const described = {
  input: new WeakMap<z.ZodMiniType, Record<string, unknown>>(),
  output: new WeakMap<z.ZodMiniType, Record<string, unknown>>(),
};

/**
 * Returns the JSON Schema (draft 2020-12) of what a schema takes or gives. It is made once, and
 * nobody may change it.
 */
export function describeSchema(
  schema: z.ZodMiniType,
  io: 'input' | 'output',
): Readonly<Record<string, unknown>> {
  const known = described[io].get(schema);
  if (known !== undefined) return known;
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io });
  described[io].set(schema, made);
  return made;
}
