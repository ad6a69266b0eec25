import type * as z from 'zod/mini';

/**
 * One call of the player API (§7). The widget's transports, the server's handlers, the OpenAPI
 * document and the tests all read this description.
 */
export interface CallDefinition<
  Name extends string = string,
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  IsCreating extends boolean = boolean,
> {
  /** The name on the wire: the last segment of `/api/banking/<name>` and the socket call's name. */
  readonly name: Name;
  readonly method: 'GET' | 'POST';
  /** One line for the API document. */
  readonly summary: string;
  /**
   * Whether a client retries it after a network error (§8). §7 marks five calls. Kassa also retries
   * calls that are safe to repeat: reads, creations under one idempotency key, calls with the same
   * effect twice as once, and codes that expire unused.
   */
  readonly isRetried: boolean;
  /** Whether it creates something and so requires an `Idempotency-Key` (design §3.6). */
  readonly isCreating: IsCreating;
  /**
   * The rate limit per player that the call counts against. A call is expensive if it creates
   * something, asks a provider each time or stores a row.
   */
  readonly cost: 'usual' | 'expensive';
  /**
   * The largest body, if it may be larger than that of other calls (64 KiB). A client sends such a
   * call over HTTP, whatever its transport.
   */
  readonly maxBodyBytes?: number;
  readonly request: Request;
  readonly response: Response;
}

/** Describes a call. The function only fixes the types and registers nothing. */
export function defineCall<
  const Name extends string,
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  const IsCreating extends boolean,
>(
  definition: CallDefinition<Name, Request, Response, IsCreating>,
): CallDefinition<Name, Request, Response, IsCreating> {
  return definition;
}
