import type { Server as HttpServer } from 'node:http';
import {
  CallError,
  type ClientToServerEvents,
  type ServerToClientEvents,
  type SocketAnswer,
  socketCallSchema,
  socketPath,
} from '@kassa/contract';
import { Server, type Socket } from 'socket.io';
import type { Caller, Core, Publisher } from '../core.ts';
import { makeReference } from '../make-reference.ts';
import { answerCall, describeFailure } from './answer-call.ts';
import type { Authenticate } from './authenticate.ts';

interface SocketData {
  caller: Caller;
}

type KassaServer = Server<ClientToServerEvents, ServerToClientEvents, object, SocketData>;
type KassaSocket = Socket<ClientToServerEvents, ServerToClientEvents, object, SocketData>;

/** Node's timers overflow above this and would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

const roomOf = (brandId: string, playerId: string) => `${brandId}:${playerId}`;

export interface SocketApi {
  publisher: Publisher;
  /** Starts taking connections on a server; until then nothing listens. */
  attach: (http: HttpServer, core: Core, authenticate: Authenticate) => void;
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
      userChanged: (brandId, playerId) => {
        const ids = io.of('/').adapter.rooms.get(roomOf(brandId, playerId)) ?? [];
        for (const id of ids) {
          const socket = io.of('/').sockets.get(id);
          if (socket !== undefined) void pushUser(socket);
        }
      },
    },
    attach: (http, core, authenticate) => {
      pushUser = async (socket) => {
        try {
          socket.emit('login.token', await core.wallet.profile(socket.data.caller));
        } catch (error) {
          core.log.error({ error }, 'a player could not be pushed to their widget');
        }
      };
      io.attach(http, {
        path: socketPath,
        transports: ['websocket'],
        serveClient: false,
        maxHttpBufferSize: 64 * 1024,
        allowRequest: ({ headers }, decide) => {
          decide(null, headers.origin === undefined || headers.origin === core.publicUrl);
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
        serve(core, socket);
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

function serve(core: Core, socket: KassaSocket): void {
  const { caller } = socket.data;
  void socket.join(roomOf(caller.brandId, caller.playerId));
  const remainingMs = caller.expiresAt.getTime() - core.now().getTime();
  const end = setTimeout(() => socket.disconnect(true), Math.min(remainingMs, longestTimerMs));
  socket.on('disconnect', () => clearTimeout(end));
  socket.on('call', (request, acknowledge) => {
    // A client may send anything under this name, with or without a way to answer.
    if (typeof acknowledge !== 'function') return;
    void answerSocketCall(core, caller, request).then(acknowledge);
  });
}

async function answerSocketCall(
  core: Core,
  caller: Caller,
  request: unknown,
): Promise<SocketAnswer> {
  const reference = makeReference('KR');
  const parsed = socketCallSchema.safeParse(request);
  if (!parsed.success) {
    const failure = new CallError('request.malformed', 'The call could not be read.');
    return describeFailure(core, failure, { name: 'call', reference });
  }
  const { name, method, body, headers } = parsed.data;
  return answerCall(core, {
    name,
    method,
    body,
    idempotencyKey: headers?.['idempotency-key'],
    reference,
    authenticate: async () => {
      if (caller.expiresAt > core.now()) return caller;
      throw new CallError('auth.tokenExpired', 'The player token has expired.');
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
