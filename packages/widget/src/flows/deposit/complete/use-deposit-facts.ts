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
  /** The method's name, where the address has it. */
  paymentMethod: string | undefined;
  /** Undefined before the first update. */
  status: DepositStatusWord | undefined;
}

interface DepositFacts {
  /** More details are still being loaded. */
  isLooking: boolean;
  /** ISO 8601. */
  createdAt: string | undefined;
  /**
   * The method's name in requests: the address's, or that of the deposit; empty where it is
   * unknown.
   */
  paymentMethod: string;
  /** Undefined where the method isn't offered here any more. */
  method: PaymentMethod | undefined;
  /** The provider's page that the deposit waits for, also after a reload. */
  redirect: ExternalRedirect | null;
}

/** Loads the deposit's details besides its status. The page works without them. */
export function useDepositFacts({ depositId, status, ...address }: LookedAtDeposit): DepositFacts {
  const { transport } = useSession();
  const { catalogue } = useMethods();
  const running = useSessionStore((store) => store.runningDeposit);
  // Not before the deposit is known to exist: an address may hold any id.
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
