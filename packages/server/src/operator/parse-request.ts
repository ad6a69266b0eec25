import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import { describeSchema } from '../ground/describe-schema.ts';

/** Without a locale the schemas' only message is "Invalid input". */
const english = { error: z.locales.en().localeError };

/**
 * Validates a request against its schema.
 * @throws CallError request.invalid, naming the first invalid field
 */
export function parseRequest<Schema extends z.ZodMiniObject>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(input ?? {}, english);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // The message of an unknown field names it.
  const field = issue?.path.join('.') || 'request';
  throw new CallError('request.invalid', `${field}: ${issue?.message ?? 'is not valid'}`, {
    field,
  });
}

interface FieldShape {
  type?: string;
  anyOf?: FieldShape[];
}

/** Returns the fields of a request as JSON Schema. */
export function describeFields(schema: z.ZodMiniObject): {
  properties: Record<string, FieldShape & Record<string, unknown>>;
  required: string[];
} {
  const { properties = {}, required = [] } = describeSchema(schema, 'input');
  return {
    properties: properties as Record<string, FieldShape & Record<string, unknown>>,
    required: required as string[],
  };
}

/**
 * Converts texts of a query or command line to the types of the schema; `none` is null where the
 * schema allows that. A value that doesn't fit stays as it is, so that the schema rejects it.
 */
export function decodeTexts(
  schema: z.ZodMiniObject,
  texts: Record<string, unknown>,
): Record<string, unknown> {
  const { properties } = describeFields(schema);
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, decodeText(properties[name], value)]),
  );
}

function decodeText(shape: FieldShape | undefined, value: unknown): unknown {
  const options = shape?.anyOf;
  if (options?.some(({ type }) => type === 'null')) {
    const given = options.find(({ type }) => type !== 'null');
    const [text, ...others] = Array.isArray(value) ? value : [value];
    return text === 'none' && others.length === 0 ? null : decodeText(given, value);
  }
  if (shape?.type === 'array') return Array.isArray(value) ? value : [value];
  if (typeof value !== 'string') return value;
  if (shape?.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  const isNumber = shape?.type === 'integer' || shape?.type === 'number';
  return isNumber && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
