import { CallError, type CallName, calls, type ErrorBody, isCallName } from '@kassa/contract';
import type { Caller, Device } from '../core/caller.ts';
import { type Core, viewOf } from '../core/core.ts';
import { resolveFailure } from '../ground/database/resolve-failure.ts';
import { runOnce } from '../ground/idempotency/run-once.ts';
import { type CachedResponse, isKnown } from '../ground/response-cache/response-cache.ts';
import { requireOwnDeposit } from '../money/requests/device-codes.ts';
import { TokenRejected } from '../players/verify-token.ts';
import type { Handler } from './handlers/handler.ts';
import { handlers } from './handlers/handlers.ts';
import { type RateLimits, workOf } from './rate-limits.ts';

/** A call as an adapter received it; nothing in it has been verified or validated. */
export interface IncomingCall {
  name: string;
  method: string;
  body: unknown;
  idempotencyKey: string | undefined;
  /** The ETags of responses that the client has cached. */
  ifNoneMatch?: string | undefined;
  /** The request's reference in the logs; the player can give it to support. */
  reference: string;
  /** The client's address, from `countedAddress`. */
  address: string;
  device: Device;
  authenticate: () => Promise<Caller>;
}

export interface Answer {
  status: number;
  body: unknown;
  /** Set for a rejection by a limit of time: the seconds after which a retry can succeed. */
  retryAfterSeconds?: number;
  /** Set if the response comes from the cache; with status 304 the client's copy is current. */
  cached?: CachedResponse;
}

/** Answers one call; HTTP and socket share every rule. Never throws. */
export async function answerCall(
  core: Core,
  limits: RateLimits,
  incoming: IncomingCall,
): Promise<Answer> {
  try {
    const name = requireCall(incoming);
    const caller = await countRejectedTokens(limits, incoming.address, incoming.authenticate);
    await limits.takeCall(caller, name, incoming.address);
    requireOwnDeposit(caller, name, incoming.body);
    const request = parseRequest(name, incoming.body);
    return await limits.turns.take(
      caller,
      () => run(viewOf(core), caller, name, request, incoming),
      workOf[calls[name].cost],
    );
  } catch (error) {
    return describeFailure(core, error, incoming);
  }
}

function requireCall({ name, method }: IncomingCall): CallName {
  if (!isCallName(name) || calls[name].method !== method) {
    throw new CallError('call.unknown', `There is no ${method} call of this name.`);
  }
  return name;
}

/**
 * Authenticates a caller, and counts each invalid token against its address. A valid token is
 * accepted however many invalid ones came from the same address.
 * @throws what `authenticate` throws, or RateLimited instead.
 */
export async function countRejectedTokens(
  limits: RateLimits,
  address: string,
  authenticate: () => Promise<Caller>,
): Promise<Caller> {
  try {
    return await authenticate();
  } catch (error) {
    if (error instanceof TokenRejected && error.status === 401) {
      await limits.take('unauthenticated', address);
    }
    throw error;
  }
}

function parseRequest(name: CallName, body: unknown): unknown {
  const parsed = calls[name].request.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new CallError('request.invalid', `${field}: ${issue?.message ?? 'is not valid'}`, {
    field,
  });
}

async function run(
  core: Core,
  caller: Caller,
  call: CallName,
  request: unknown,
  { idempotencyKey: key, ifNoneMatch, device }: IncomingCall,
): Promise<Answer> {
  // The table of handlers ties each handler to its own call, and `request` was parsed by that
  // call's schema. TypeScript can't see over a union of calls that the two belong together.
  const handler = handlers[call] as Handler<never>;
  const parsed = request as never;
  const answer = (response: unknown) => ({
    status: 200,
    body: calls[call].response.parse(response),
  });
  switch (handler.kind) {
    case 'reading':
      return answer(await handler.handle(core, caller, parsed, device));
    case 'cached': {
      const cached = await handler.handle(core, caller, parsed);
      if (isKnown(cached, ifNoneMatch)) return { status: 304, body: null, cached };
      return { status: 200, body: cached.body, cached };
    }
    case 'creating':
      return answer(
        await runOnce(
          core,
          caller,
          { call, key, request },
          handler.work(core, caller, parsed, device),
        ),
      );
  }
}

/** Turns an error into a response. Unexpected errors give a general message without details. */
export function describeFailure(
  core: Pick<Core, 'log'>,
  error: unknown,
  { name, reference }: Pick<IncomingCall, 'name' | 'reference'>,
): Answer {
  const failure = resolveFailure(core.log, error, { call: name, reference });
  if (failure instanceof TokenRejected) {
    const { reason, brandId } = failure;
    core.log.info({ reason, brandId, call: name, reference }, 'a player token was rejected');
  }
  const { code, message, params } = failure;
  const body: ErrorBody = {
    error: { code, message, params, reference: failure.reference ?? reference },
  };
  const { status } = failure;
  if (status !== 429 || params.seconds === undefined) return { status, body };
  return { status, body, retryAfterSeconds: Number(params.seconds) };
}
