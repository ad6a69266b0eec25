import { type HostData, hostDataSchema } from '@kassa/contract';

export interface DecodedHostData {
  data: HostData;
  /** Names of the fields that were of a wrong type and got their defaults, or `payload` itself. */
  incorrect: string[];
}

/** Decodes what the host answered with, field by field: a wrong one gets its default (§4). */
export function decodeHostData(payload: unknown): DecodedHostData {
  const whole = hostDataSchema.safeParse(payload);
  if (whole.success) return { data: whole.data, incorrect: [] };
  if (!isRecord(payload)) return { data: hostDataSchema.parse({}), incorrect: ['payload'] };
  const incorrect = [...new Set(whole.error.issues.map((issue) => String(issue.path[0])))];
  const correct = Object.entries(payload).filter(([name]) => !incorrect.includes(name));
  return { data: hostDataSchema.parse(Object.fromEntries(correct)), incorrect };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
