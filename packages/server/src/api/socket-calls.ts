import {
  CallError,
  calls,
  isCallName,
  type SocketAnswer,
  type SocketCall,
  socketCallSchema,
} from '@kassa/contract';
import type { Device } from '../core/caller.ts';
import type { Core } from '../core/core.ts';
import { makeReference } from '../ground/make-reference.ts';
import { type Answer, answerCall, describeFailure } from './answer-call.ts';
import type { Drain } from './drain.ts';
import { findHostileValue } from './find-hostile-value.ts';
import { buildPerSecond } from './per-second.ts';
import { RateLimited, type RateLimits } from './rate-limits.ts';
import { requireValid } from './socket-expiry.ts';
import type { KassaSocket } from './socket-types.ts';

/**
 * A widget has only a few calls under way at a time; a flood must not starve other players. A call
 * is under way until its response is on the wire, so that few responses wait for a client that
 * doesn't read.
 */
const mostCallsInFlight = 16;
const mostCallsPerSecond = 20;

/** Answers the calls of one connection with the same handlers as over HTTP (design §4). */
export function serveSocketCalls(
  core: Core,
  limits: RateLimits,
  drain: Drain,
  socket: KassaSocket,
  { address, device }: { address: string; device: Device },
): void {
  const { caller } = socket.data;
  const perSecond = buildPerSecond(mostCallsPerSecond * limits.connectionScale);
  let inFlight = 0;
  let answered = 0;
  socket.conn.on('drain', () => {
    inFlight -= answered;
    answered = 0;
  });
  const refusal = (): CallError | null => {
    if (drain.isDraining || inFlight > mostCallsInFlight) {
      const message = 'The server accepts no more calls on this connection at present.';
      return new CallError('server.unavailable', message);
    }
    return perSecond.take() ? null : new RateLimited(1);
  };
  socket.on('call', (request, acknowledge) => {
    // A client may send anything as a call, with or without an acknowledgement function.
    if (typeof acknowledge !== 'function') return;
    inFlight += 1;
    const answering = answer(core, request, refusal(), (call, reference) =>
      answerCall(core, limits, {
        ...describe(call),
        reference,
        address,
        device,
        // The token was verified when the connection was opened.
        authenticate: async () => requireValid(core, caller),
      }),
    ).then((answer) => {
      answered += 1;
      acknowledge(answer);
    });
    drain.track(answering);
  });
}

async function answer(
  core: Core,
  request: unknown,
  refusal: CallError | null,
  run: (call: SocketCall, reference: string) => Promise<Answer>,
): Promise<SocketAnswer> {
  const reference = makeReference('KR');
  const startedAt = performance.now();
  const call = refusal ?? readCall(request);
  const name = call instanceof CallError ? 'call' : call.name;
  const { status, body, cached } =
    call instanceof CallError
      ? { ...describeFailure(core, call, { name, reference }), cached: undefined }
      : await run(call, reference);
  const elapsedMs = Math.round(performance.now() - startedAt);
  // An unknown name may contain anything, so it isn't logged.
  const known = isCallName(name) ? name : 'unknown';
  core.log.info({ reqId: reference, call: known, status, elapsedMs }, 'answered');
  return { status, body, ...(cached !== undefined && { headers: { etag: cached.etag } }) };
}

function readCall(request: unknown): SocketCall | CallError {
  const hostile = findHostileValue(request);
  if (hostile !== null) return hostile;
  const { data: call } = socketCallSchema.safeParse(request);
  if (call === undefined) return new CallError('request.malformed', 'The call could not be read.');
  const isLarge = isCallName(call.name) && calls[call.name].maxBodyBytes !== undefined;
  return isLarge ? new CallError('call.unknown', 'This call is sent over HTTP alone.') : call;
}

function describe({ name, method, body, headers }: SocketCall) {
  return {
    name,
    method,
    body,
    idempotencyKey: headers?.['idempotency-key'],
    ifNoneMatch: headers?.['if-none-match'],
  };
}
