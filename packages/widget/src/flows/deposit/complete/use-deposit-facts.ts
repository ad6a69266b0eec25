import {
  type DepositStatusWord,
  decodeNextStep,
  type ExternalRedirect,
  type PaymentMethod,
} from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { useMethods } from '../deposit.queries.ts';
import { depositQuery } from '../unfinished.queries.ts';

interface LookedAtDeposit {
  depositId: string;
  /** The method's name, where the address says it. */
  paymentMethod: string | undefined;
  /** Undefined while nothing was heard of it. */
  status: DepositStatusWord | undefined;
}

interface DepositFacts {
  /** More of them is about to be known. */
  isLooking: boolean;
  /** ISO 8601. */
  createdAt: string | undefined;
  /** The method's name on the wire, of the deposit itself where the address doesn't say; else empty. */
  paymentMethod: string;
  /** Undefined where it isn't offered here any more. */
  method: PaymentMethod | undefined;
  /** The provider's page that the deposit waits for, also after a reload. */
  redirect: ExternalRedirect | null;
}

/** What the page shows of a deposit besides where it stands. Without it nothing essential is missing. */
export function useDepositFacts({ depositId, status, ...address }: LookedAtDeposit): DepositFacts {
  const { transport } = useSession();
  const { catalogue } = useMethods();
  const running = useSessionStore((store) => store.runningDeposit);
  // Only of a deposit that is there: an address may name any.
  const { data, isPending } = useQuery({
    ...depositQuery(transport, depositId),
    enabled: status !== undefined,
  });
  const { deposit, created = null } = data ?? {};
  const paymentMethod = address.paymentMethod ?? deposit?.paymentMethod ?? '';
  const method = catalogue?.methods.find(({ name }) => name === paymentMethod);
  const known = running?.depositId === depositId ? running.redirect : null;
  const asked =
    created === null ? null : decodeNextStep(created, method?.linkSchemes).externalRedirect;
  return {
    isLooking: isPending,
    createdAt: deposit?.createdAt,
    paymentMethod,
    method,
    redirect: status === 'PENDING' || status === undefined ? (known ?? asked) : null,
  };
}
