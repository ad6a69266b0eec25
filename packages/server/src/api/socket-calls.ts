import type { Server as HttpServer } from 'node:http';
import {
  CallError,
  type ClientToServerEvents,
  type ErrorCode,
  isCallName,
  type ServerToClientEvents,
  type SocketAnswer,
  type SocketCall,
  socketCallSchema,
  socketPath,
} from '@kassa/contract';
import { Server, type Socket } from 'socket.io';
import type { Core, Publisher } from '../core.ts';
import { makeReference } from '../make-reference.ts';
import type { Caller } from '../players/caller.ts';
import { TokenRefusal } from '../players/token-refusal.ts';
import { answerCall, describeFailure } from './answer-call.ts';
import type { Authenticate } from './authenticate.ts';
import type { Drain } from './drain.ts';

interface SocketData {
  caller: Caller;
}

type KassaServer = Server<ClientToServerEvents, ServerToClientEvents, object, SocketData>;
type KassaSocket = Socket<ClientToServerEvents, ServerToClientEvents, object, SocketData>;

/** A widget has a few calls under way at a time; a flood must not starve other players. */
const mostCallsInFlight = 16;

/** Node's timers overflow above this and would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

const roomOf = (brandId: string, playerId: string) => `${brandId}:${playerId}`;

export interface SocketApi {
  publisher: Publisher;
  /** Starts taking connections on a server; until then nothing listens. */
  attach: (http: HttpServer, core: Core, authenticate: Authenticate, drain: Drain) => void;
  /** Drops every connection; widgets connect again, elsewhere. */
  close: () => void;
}

/** The calls and pushes over Socket.IO at `/v4/socket.io` (§7): the same handlers as over HTTP. */
export function buildSocketApi(): SocketApi {
  const io: KassaServer = new Server({
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
  });
  let pushUser = async (_socket: KassaSocket): Promise<void> => {};
  return {
    publisher: {
      depositChanged: (brandId, playerId, push) => {
        io.to(roomOf(brandId, playerId)).emit('deposit.status', push);
      },
      withdrawalChanged: (brandId, playerId, push) => {
        io.to(roomOf(brandId, playerId)).emit('withdrawal.status', push);
      },
      methodsChanged: (brandId) => {
        io.to(brandId).emit('methods.changed');
      },
      userChanged: (brandId, playerId) => {
        const ids = io.of('/').adapter.rooms.get(roomOf(brandId, playerId)) ?? [];
        for (const id of ids) {
          const socket = io.of('/').sockets.get(id);
          if (socket !== undefined) void pushUser(socket);
        }
      },
    },
    attach: (http, core, authenticate, drain) => {
      pushUser = async (socket) => {
        try {
          socket.emit('login.token', await core.wallet.profile(socket.data.caller));
        } catch (error) {
          core.log.error({ error }, 'a player could not be pushed to their widget');
        }
      };
      io.attach(http, {
        allowRequest: ({ headers }, decide) => {
          const isOurs = headers.origin === undefined || headers.origin === core.publicUrl;
          decide(null, isOurs && !drain.isDraining);
        },
      });
      io.use(async (socket, next) => {
        try {
          socket.data.caller = await authenticate(tokenOf(socket));
          next();
        } catch (error) {
          next(toConnectError(core, error));
        }
      });
      io.on('connection', (socket) => {
        serve(core, socket, drain);
        void pushUser(socket);
      });
    },
    close: () => {
      // Not io.close(): that would close the HTTP server too, which is still answering.
      io.disconnectSockets(true);
      io.engine.close();
    },
  };
}

function serve(core: Core, socket: KassaSocket, drain: Drain): void {
  const { caller } = socket.data;
  void socket.join([roomOf(caller.brandId, caller.playerId), caller.brandId]);
  const remainingMs = caller.expiresAt.getTime() - core.now().getTime();
  const end = setTimeout(() => socket.disconnect(true), Math.min(remainingMs, longestTimerMs));
  socket.on('disconnect', () => clearTimeout(end));
  socket.on('alive', (acknowledge) => {
    if (typeof acknowledge === 'function') acknowledge();
  });
  let inFlight = 0;
  socket.on('call', (request, acknowledge) => {
    // A client may send anything under this name, with or without a way to answer.
    if (typeof acknowledge !== 'function') return;
    inFlight += 1;
    const isTaken = !drain.isDraining && inFlight <= mostCallsInFlight;
    const answered = answerSocketCall(core, caller, request, isTaken).then((answer) => {
      inFlight -= 1;
      acknowledge(answer);
    });
    drain.track(answered);
  });
}

async function answerSocketCall(
  core: Core,
  caller: Caller,
  request: unknown,
  isTaken: boolean,
): Promise<SocketAnswer> {
  const reference = makeReference('KR');
  const startedAt = performance.now();
  const parsed = socketCallSchema.safeParse(request);
  const name = parsed.data?.name ?? 'call';
  const refuse = (code: ErrorCode, message: string) =>
    describeFailure(core, new CallError(code, message), { name, reference });
  const answer = !parsed.success
    ? refuse('request.malformed', 'The call could not be read.')
    : !isTaken
      ? refuse('server.unavailable', 'The server takes no more calls on this connection now.')
      : await answerParsedCall(core, caller, parsed.data, reference);
  const elapsedMs = Math.round(performance.now() - startedAt);
  // A name that isn't a call's may be anything; it isn't written down.
  const call = isCallName(name) ? name : 'unknown';
  core.log.info({ reqId: reference, call, status: answer.status, elapsedMs }, 'answered');
  return answer;
}

function answerParsedCall(
  core: Core,
  caller: Caller,
  { name, method, body, headers }: SocketCall,
  reference: string,
): Promise<SocketAnswer> {
  return answerCall(core, {
    name,
    method,
    body,
    idempotencyKey: headers?.['idempotency-key'],
    reference,
    authenticate: async () => {
      if (caller.expiresAt > core.now()) return caller;
      const message = 'The player token has expired.';
      throw new TokenRefusal('auth.tokenExpired', message, 'expired', caller.brandId);
    },
  });
}

/** The token from Socket.IO's `auth`, or from the query as §7 has it. */
function tokenOf(socket: KassaSocket): string | undefined {
  const fromAuth: unknown = socket.handshake.auth.token;
  const fromQuery = socket.handshake.query.Authorization;
  const token = fromAuth ?? fromQuery;
  return typeof token === 'string' ? token.replace(/^Bearer /i, '') : undefined;
}

/** A refused connection carries the same error body as a refused call, in `data`. */
function toConnectError(core: Core, error: unknown): Error {
  const { status, body } = describeFailure(core, error, {
    name: 'connect',
    reference: makeReference('KR'),
  });
  return Object.assign(new Error('refused'), { data: { status, body } });
}
