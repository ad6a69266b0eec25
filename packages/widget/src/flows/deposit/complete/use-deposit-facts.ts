import {
  type DepositStatusWord,
  decodeNextStep,
  type ExternalRedirect,
  type PaymentMethod,
} from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { depositQuery } from '../unfinished.queries.ts';

interface DepositFacts {
  /** ISO 8601. */
  createdAt: string | undefined;
  /** The method as the deposit names it, for an address that doesn't. */
  paymentMethod: string | undefined;
  /** The provider's page that the deposit waits for, also after a reload. */
  redirect: ExternalRedirect | null;
}

/** What the page shows of a deposit besides where it stands. Without it nothing essential is missing. */
export function useDepositFacts(
  depositId: string,
  status: DepositStatusWord | undefined,
  linkSchemes: PaymentMethod['linkSchemes'],
): DepositFacts {
  const { transport } = useSession();
  const running = useSessionStore((store) => store.runningDeposit);
  // Only of a deposit that is there: an address may name any.
  const { data } = useQuery({
    ...depositQuery(transport, depositId),
    enabled: status !== undefined,
  });
  const { deposit, created = null } = data ?? {};
  const known = running?.depositId === depositId ? running.redirect : null;
  const asked = created === null ? null : decodeNextStep(created, linkSchemes).externalRedirect;
  return {
    createdAt: deposit?.createdAt,
    paymentMethod: deposit?.paymentMethod,
    redirect: status === 'PENDING' || status === undefined ? (known ?? asked) : null,
  };
}
