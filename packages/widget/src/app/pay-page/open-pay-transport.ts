import { type CallName, type DeviceTicket, ticketCalls } from '@kassa/contract';
import { buildCallHeaders } from '../../transport/call-headers.ts';
import { createHttpChannel } from '../../transport/http.ts';
import { createTransport, type Transport } from '../../transport/transport.ts';
import { TransportError } from '../../transport/transport-error.ts';

const allowed: ReadonlySet<CallName> = new Set(ticketCalls);

/**
 * Opens the transport of a ticket: over HTTP, for the calls that a ticket is good for. The list of
 * methods is the deposit's own method. Any other call fails here: the server would refuse it.
 * @param onEnded - the server no longer takes the ticket
 */
export function openPayTransport(
  { ticket, method }: DeviceTicket,
  { origin, onEnded }: { origin: string; onEnded: () => void },
): Transport {
  const channel = createHttpChannel({ origin, token: ticket });
  const transport = createTransport(channel, {
    headers: buildCallHeaders({}, false),
    onUnauthorized: onEnded,
  });
  const offer = { country: '', currency: '', methods: method === null ? [] : [method], groups: [] };
  const call = async (name: CallName, ...rest: unknown[]): Promise<unknown> => {
    if (name === 'methods-payment-v3') return offer;
    // The names and requests of `Transport.call`, which TypeScript can't follow through a table.
    if (allowed.has(name)) return (transport.call as (...all: unknown[]) => unknown)(name, ...rest);
    const message = 'A single deposit has no such call.';
    throw new TransportError({ kind: 'refused', status: 404, code: 'call.unknown', message });
  };
  return { ...transport, call: call as Transport['call'] };
}
