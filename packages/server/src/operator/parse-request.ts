import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';

/** Without a language the schemas say no more than "Invalid input". */
const english = { error: z.locales.en().localeError };

/**
 * Checks a request against its schema.
 * @throws CallError request.invalid, naming the first field that is wrong
 */
export function parseRequest<Schema extends z.ZodMiniObject>(
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(input ?? {}, english);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // An unknown field is named in its message.
  const field = issue?.path.join('.') || 'request';
  throw new CallError('request.invalid', `${field}: ${issue?.message ?? 'is not valid'}`, {
    field,
  });
}

interface FieldShape {
  type?: string;
  anyOf?: FieldShape[];
}

/** The fields of a request as JSON Schema has them. */
export function describeFields(schema: z.ZodMiniObject): {
  properties: Record<string, FieldShape & Record<string, unknown>>;
  required: string[];
} {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return {
    properties: properties as Record<string, FieldShape & Record<string, unknown>>,
    required,
  };
}

/**
 * Gives texts the types that the schema asks for: a query or a command line knows only texts. What
 * doesn't fit stays as it is, for the schema to refuse.
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
  if (shape?.type === 'array') return Array.isArray(value) ? value : [value];
  if (typeof value !== 'string') return value;
  if (shape?.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  const isNumber = shape?.type === 'integer' || shape?.type === 'number';
  return isNumber && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
