import { type AddressInfo, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Starts to accept requests.
 * @throws with the setting to change, if the address can't be used; `prefix` begins its name.
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  prefix: '' | 'OPERATOR_' = '',
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const reason = describeFailure((cause as NodeJS.ErrnoException).code, { host, port, prefix });
    throw reason === null ? cause : new Error(reason, { cause });
  }
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
