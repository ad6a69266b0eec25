import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { socketPath } from '@kassa/contract';
import { Server } from 'socket.io';
import type { Core, Publisher } from '../core/core.ts';
import type { IsTrustedProxy } from '../ground/config/trusted-proxies.ts';
import { makeReference } from '../ground/make-reference.ts';
import { TokenRejected } from '../players/verify-token.ts';
import { countRejectedTokens, describeFailure } from './answer-call.ts';
import type { Authenticate } from './authenticate.ts';
import { findClientAddress } from './client-address.ts';
import { describeDevice } from './describe-device.ts';
import type { Drain } from './drain.ts';
import type { RateLimits } from './rate-limits.ts';
import { listSecurityHeaders } from './security-headers.ts';
import { serveSocketCalls } from './socket-calls.ts';
import { closeAtExpiry, requireValid } from './socket-expiry.ts';
import { guardAgainstFloods, type SocketFloods } from './socket-floods.ts';
import { buildOfferPushes, type OfferPushes, watchMethodSwitches } from './socket-methods.ts';
import type { KassaServer, KassaSocket } from './socket-types.ts';
import { startSocketUpdates } from './socket-updates.ts';
import { defaultTimeouts } from './timeouts.ts';
import { endWith } from './unreadable.ts';

const roomOf = (brandId: string, playerId: string) => `${brandId}:${playerId}`;

/** The dependencies of the socket API, besides the core. */
export interface SocketDependencies {
  authenticate: Authenticate;
  drain: Drain;
  limits: RateLimits;
  isTrustedProxy: IsTrustedProxy;
}

export interface SocketApi {
  publisher: Publisher;
  /** Starts to accept connections on a server. */
  attach: (http: HttpServer, core: Core, ground: SocketDependencies) => void;
  /** Closes every connection; the widgets connect again, to another process. */
  close: () => Promise<void>;
}

/**
 * Builds the calls and pushes over Socket.IO at `/v4/socket.io` (§7), with the same handlers as
 * over HTTP. Pushes reach this process's sockets at once; sockets of other processes get them by
 * way of the database (`socket-updates.ts`).
 */
export function buildSocketApi(timeouts = defaultTimeouts): SocketApi {
  const io: KassaServer = new Server({
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: timeouts.signInMs,
  });
  const offers = buildOfferPushes(io);
  let pushUser = async (_socket: KassaSocket): Promise<void> => {};
  let stop = async (): Promise<void> => {};
  return {
    publisher: {
      depositChanged: (brandId, playerId, push) => {
        io.to(roomOf(brandId, playerId)).emit('deposit.status', push);
      },
      withdrawalChanged: (brandId, playerId, push) => {
        io.to(roomOf(brandId, playerId)).emit('withdrawal.status', push);
      },
      methodsChanged: offers.push,
      blockChanged: (brandId, playerId, push) => {
        io.to(roomOf(brandId, playerId)).emit('methods.changed', push);
      },
      userChanged: (brandId, playerId) => {
        const ids = io.of('/').adapter.rooms.get(roomOf(brandId, playerId)) ?? [];
        for (const id of ids) {
          const socket = io.of('/').sockets.get(id);
          if (socket !== undefined) void pushUser(socket);
        }
      },
    },
    attach: (http, core, ground) => {
      pushUser = (socket) => pushProfile(core, socket);
      stop = serve(io, http, core, {
        ...ground,
        offers,
        pushUser,
        lookAgainMs: timeouts.lookAgainMs,
      });
    },
    close: async () => {
      // Not io.close(): that would also close the HTTP server, which is still answering.
      io.engine.close();
      await stop();
    },
  };
}

async function pushProfile(core: Core, socket: KassaSocket): Promise<void> {
  try {
    const { caller } = socket.data;
    const loadedAt = new Date();
    socket.emit('login.token', await core.walletOf(caller.brandId).profile(caller));
    socket.data.balanceLoadedAt = loadedAt;
  } catch (error) {
    core.log.error({ error }, "a player's profile could not be pushed to the widget");
  }
}

interface Serving extends SocketDependencies {
  offers: OfferPushes;
  pushUser: (socket: KassaSocket) => Promise<void>;
  lookAgainMs: number;
}

/** Engine.IO's request: `res` is set unless it is a handshake, `websocket` once that has succeeded. */
type RefusedRequest = IncomingMessage & { res?: unknown; websocket?: unknown };

/** Returns a function that stops the service. */
function serve(
  io: KassaServer,
  http: HttpServer,
  core: Core,
  { authenticate, drain, limits, isTrustedProxy, offers, pushUser, lookAgainMs }: Serving,
): () => Promise<void> {
  const isOwnOrigin = (origin: string | undefined) =>
    origin === undefined || origin === core.publicUrl;
  io.attach(http, {
    // A refused handshake is answered here: Engine.IO would answer it without the headers.
    allowRequest: (request, decide) => {
      // While the limit is counted nothing else listens: a reset connection would end the process.
      request.socket.on('error', () => {});
      if (!isOwnOrigin(request.headers.origin)) return refuse(request, 403);
      if (drain.isDraining) return refuse(request, 503);
      floods.admits(request).then(
        (isAdmitted) => (isAdmitted ? decide(null, true) : refuse(request, 429)),
        (error: unknown) => {
          core.log.error({ error }, 'the rate limit of a new socket could not be counted');
          refuse(request, 503);
        },
      );
    },
  });
  const headers = listSecurityHeaders(core.publicUrl);
  const refuse = ({ socket }: IncomingMessage, status: number) => {
    endWith(socket, status, '', headers);
    socket.destroySoon();
  };
  // Engine.IO reports what it refuses by itself, and then answers only a connection that is writable.
  io.engine.on('connection_error', ({ req }: { req: RefusedRequest }) => {
    const isHandshake = req.res === undefined && req.websocket === undefined;
    if (isHandshake) refuse(req, 400);
  });
  const floods = guardAgainstFloods(io, core, limits, isTrustedProxy);
  io.use(async (socket, next) => {
    try {
      await signIn(socket, core, authenticate, limits, floods);
      next();
    } catch (error) {
      next(toConnectError(core, error));
    }
  });
  const stopClosing = closeAtExpiry(io, core);
  const update = startSocketUpdates(io, core, { pushUser, lookAgainMs });
  const stopWatching = watchMethodSwitches(io, core, offers, lookAgainMs);
  io.on('connection', (socket) => {
    if (socket.disconnected) return;
    const { brandId, playerId } = socket.data.caller;
    void socket.join([roomOf(brandId, playerId), brandId]);
    const { request, handshake } = socket;
    const address = findClientAddress(request, isTrustedProxy);
    serveSocketCalls(core, limits, drain, socket, {
      address: floods.addressOf(request),
      device: describeDevice(address, request.headers, handshake.query.Language),
    });
    socket.on('alive', (acknowledge) => {
      if (typeof acknowledge === 'function') acknowledge();
    });
    void update.pushMissed(socket);
    void pushUser(socket);
  });
  return async () => {
    stopClosing();
    await Promise.all([update.stop(), stopWatching()]);
  };
}

/**
 * Authenticates a socket by its token.
 * @throws the CallErrors of `authenticate` and `requireValid`, and RateLimited.
 */
async function signIn(
  socket: KassaSocket,
  core: Core,
  authenticate: Authenticate,
  limits: RateLimits,
  floods: SocketFloods,
): Promise<void> {
  const address = floods.addressOf(socket.request);
  const caller = await countRejectedTokens(limits, address, async () =>
    requireValid(core, await authenticate(tokenOf(socket))),
  );
  await floods.admitPlayer(socket, caller);
  socket.data = { caller };
}

/**
 * Returns the token from Socket.IO's `auth`. §7 has it in the query, where proxies and browsers log
 * it (ADR 0020).
 * @throws TokenRejected request.invalid if the query has a token
 */
function tokenOf({ handshake: { auth, query } }: KassaSocket): string | undefined {
  if (Object.keys(query).some((name) => name.toLowerCase() === 'authorization')) {
    const message = "Authorization: send the token in Socket.IO's auth, not in the address.";
    throw new TokenRejected('request.invalid', message, 'query');
  }
  const token: unknown = auth.token;
  return typeof token === 'string' ? token.replace(/^Bearer /i, '') : undefined;
}

/** Builds the error of a rejected connection, with the error body of a rejected call in `data`. */
function toConnectError(core: Core, error: unknown): Error {
  const { status, body } = describeFailure(core, error, {
    name: 'connect',
    reference: makeReference('KR'),
  });
  return Object.assign(new Error('refused'), { data: { status, body } });
}
