import { type CallResponse, decodeNextStep, type PaymentMethod, toCreated } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { isMalformed, requireDetails } from '../../../flows/deposit/ask-server.ts';
import { resolvePage } from '../../../flows/deposit/next-page.ts';
import { reportInvalid } from '../../../flows/deposit/report-invalid.ts';
import type { RouteName } from '../../../routing/route-names.ts';
import { resolveCountry } from '../../../session/payment-country.ts';
import { type Session, useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { networkError } from '../../../transport/transport-error.ts';

type ExistingDeposit =
  | { kind: 'checking' }
  | { kind: 'none' }
  /** The page with which the deposit goes on. */
  | { kind: 'found'; depositId: string; to: RouteName };

const none: ExistingDeposit = { kind: 'none' };

/** The form waits no longer than this for the check, in ms. */
const mostMs = 4000;

/**
 * Asks, once as the form comes up, for a deposit of the method that the player can still pay
 * (`deposit-check`). A check that fails or takes long counts as none: the form must come up.
 */
export function useExistingDeposit(method: PaymentMethod): ExistingDeposit {
  const session = useSession();
  const { data, isPending } = useQuery({
    queryKey: ['deposit-check', method.name],
    queryFn: ({ signal }) => check(session, method, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return isPending ? { kind: 'checking' } : (data ?? none);
}

async function check(
  session: Session,
  method: PaymentMethod,
  signal: AbortSignal,
): Promise<ExistingDeposit> {
  const report = (value: 'ok' | 'fail') =>
    session.bridge.send({ messageType: 'Metric', payload: { name: 'deposit.check', value } });
  const request = {
    paymentMethod: method.name,
    selectedCountry: useSessionStore.getState().region ?? resolveCountry(session.hostData),
  };
  try {
    const call = session.transport.call('deposit-check', request, { signal });
    const existing = resolveExisting(await withinTime(call), session, method);
    report('ok');
    return existing;
  } catch (error) {
    if (signal.aborted) throw error;
    report('fail');
    if (isMalformed(error)) reportInvalid(session, method, error.message);
    // A failed query would ask again when the player comes back, and take their form away meanwhile.
    return none;
  }
}

/** Rejects where a call takes longer than {@link mostMs}. */
async function withinTime<Value>(call: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(networkError('The check took too long.')), mostMs);
  });
  return Promise.race([call, late]).finally(() => clearTimeout(timer));
}

function resolveExisting(
  response: CallResponse<'deposit-check'>,
  session: Session,
  method: PaymentMethod,
): ExistingDeposit {
  if (!('depositId' in response)) return none;
  const decoded = requireDetails(decodeNextStep(toCreated(response), method), method);
  const { depositId, next, unread } = decoded;
  switch (next.kind) {
    case 'fields':
      return { kind: 'found', depositId, to: 'Peer to peer base' };
    case 'complete':
      return none;
    case 'unsupported': {
      // The player's list has the deposit all the same.
      const names = [...unread, next.what].join(', ');
      const message = `The answer to deposit-check holds what can't be read: ${names}`;
      reportInvalid(session, method, message);
      return none;
    }
    default:
      return { kind: 'found', depositId, to: resolvePage(next, method) };
  }
}
