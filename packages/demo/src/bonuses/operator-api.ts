import { errorBodySchema } from '@kassa/contract';
import type * as z from 'zod/mini';

const timeoutMs = 5000;

/** Where Kassa's operator API is, and the key that opens it to the demo's backend. */
export interface OperatorAccess {
  serverUrl: string;
  operatorKey: string;
}

/** Kassa's operator API said no, or nothing that could be understood. */
export class OperatorApiError extends Error {}

/**
 * Calls Kassa's operator API, as an operator's backend does: with its key, and each act under an
 * idempotency key of its own.
 * @throws OperatorApiError in words for a developer
 */
export async function callOperatorApi<Schema extends z.ZodMiniType>(
  { serverUrl, operatorKey }: OperatorAccess,
  path: string,
  schema: Schema,
  act?: object,
): Promise<z.infer<Schema>> {
  const response = await fetch(`${serverUrl}/operator/v1${path}`, {
    method: act === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${operatorKey}`,
      ...(act && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(act && { body: JSON.stringify(act) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (response === null) {
    throw new OperatorApiError(`The Kassa server at ${serverUrl} doesn't answer.`);
  }
  const body: unknown = await response.json().catch(() => null);
  const answer = schema.safeParse(body);
  if (response.ok && answer.success) return answer.data;
  const error = errorBodySchema.safeParse(body);
  const reason = error.success ? error.data.error.message : 'nothing that could be understood';
  throw new OperatorApiError(`Kassa's operator API answered ${response.status}: ${reason}`);
}
