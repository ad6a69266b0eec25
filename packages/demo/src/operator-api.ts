import { errorBodySchema } from '@kassa/contract';
import * as z from 'zod/mini';

const timeoutMs = 5000;

/** The origin of Kassa's operator API, and the demo's key to it. */
export interface OperatorAccess {
  operatorUrl: string;
  operatorKey: string;
}

/** Kassa's operator API failed, rejected a request, or sent an unexpected response. */
export class OperatorApiError extends Error {
  /** The code of a rejection; empty otherwise. */
  readonly code: string;

  constructor(message: string, code = '') {
    super(message);
    this.code = code;
  }
}

/**
 * Makes a player known to Kassa who never opened the cashier. Returns the path of their resources.
 * @throws OperatorApiError
 */
export async function registerPlayer(access: OperatorAccess, player: string): Promise<string> {
  await callOperatorApi(access, '/players', z.unknown(), { player });
  return `/players/${encodeURIComponent(player)}`;
}

/**
 * Calls Kassa's operator API like an operator's backend: with its key, and with an idempotency key
 * per act.
 * @throws OperatorApiError with a message for developers
 */
export async function callOperatorApi<Schema extends z.ZodMiniType>(
  { operatorUrl, operatorKey }: OperatorAccess,
  path: string,
  schema: Schema,
  act?: object,
): Promise<z.infer<Schema>> {
  const response = await fetch(`${operatorUrl}/operator/v1${path}`, {
    method: act === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${operatorKey}`,
      ...(act && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(act && { body: JSON.stringify(act) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => null);
  if (response === null) {
    throw new OperatorApiError(`Kassa's operator API at ${operatorUrl} doesn't respond.`);
  }
  const body: unknown = await response.json().catch(() => null);
  const answer = schema.safeParse(body);
  if (response.ok && answer.success) return answer.data;
  const { code, message } = errorBodySchema.safeParse(body).data?.error ?? {
    code: '',
    message: 'unexpected response',
  };
  throw new OperatorApiError(
    `Kassa's operator API responded with ${response.status}: ${message}`,
    code,
  );
}
