import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, isIP, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Returns the addresses of a host name. */
type Resolve = (host: string) => Promise<{ address: string }[]>;

const resolveAll: Resolve = (host) => lookup(host, { all: true });

/**
 * Starts to accept requests, for `localhost` on each of its addresses (127.0.0.1 and ::1). Must be
 * called before the app is ready.
 * @throws with the setting to change, if the address can't be used; `prefix` begins its name.
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  prefix: '' | 'OPERATOR_' = '',
  resolve: Resolve = resolveAll,
): Promise<void> {
  try {
    const [first = host, ...others] = (await resolve(host)).map(({ address }) => address);
    const further = (host === 'localhost' ? others : []).map((address) => ({
      address,
      server: buildFurther(app),
    }));
    await app.listen({ host: first, port });
    const { port: taken } = app.server.address() as AddressInfo;
    for (const { address, server } of further) await listenIfPossible(server, address, taken);
  } catch (cause) {
    const reason = describeFailure((cause as NodeJS.ErrnoException).code, { host, port, prefix });
    throw reason === null ? cause : new Error(reason, { cause });
  }
}

/**
 * Builds a server of a further address, which passes its connections to the app's server and closes
 * with the app. Fastify would build a second HTTP server, without the limits of the first.
 */
function buildFurther(app: FastifyInstance): Server {
  // The options of the connections of Node's HTTP server.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    app.server.emit('connection', socket);
  });
  server.maxConnections = app.server.maxConnections;
  let closed: Promise<void>;
  app.addHook('preClose', async () => {
    closed = new Promise((resolve) => {
      server.close(() => resolve());
    });
  });
  app.addHook('onClose', () => closed);
  return server;
}

/** A further address that can't be used is left out, as by Fastify: not every machine has ::1. */
async function listenIfPossible(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch(() => {});
}

function describeFailure(
  code: string | undefined,
  { host, port, prefix }: { host: string; port: number; prefix: string },
): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is used by another program: stop it, or set ${prefix}PORT.`;
    case 'EACCES':
      return `Port ${port} is reserved for the system's administrator: set ${prefix}PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${prefix}HOST "${host}" is no address of this machine.`;
    default:
      return null;
  }
}

/** Returns an origin under which this machine reaches an app that listens on `host`. */
export function originOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo;
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return `http://${isEverywhere ? 'localhost' : name}:${port}`;
}
