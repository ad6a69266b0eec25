import {
  type DepositStatusWord,
  type DepositSummary,
  decodeNextStep,
  type ExternalRedirect,
  type NextStep,
  type PaymentMethod,
} from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import type { RouteName } from '../../../routing/route-names.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { useMethods } from '../deposit.queries.ts';
import { resolvePaidHere } from '../next-page.ts';
import { depositQuery } from '../unfinished.queries.ts';

interface LookedAtDeposit {
  depositId: string;
  /** The method's name, where the address has it. */
  paymentMethod: string | undefined;
  /** Undefined before the first update. */
  status: DepositStatusWord | undefined;
  /** The money has arrived. */
  isReceived: boolean;
}

/** A page of the widget on which the deposit can still be paid. */
export interface PaymentPage {
  to: RouteName;
  /** The name of the deposit's method. */
  method: string;
  shows: 'code' | 'details' | 'offers';
  /** The end of what it shows, in ms since 1970 by the device's clock. */
  deadlineMs: number;
}

interface DepositFacts {
  /** The player has reported the payment. */
  isReported: boolean;
  /** More details are still being loaded. */
  isLooking: boolean;
  /** ISO 8601. */
  createdAt: string | undefined;
  /** The coins of the package that the deposit pays for. */
  coins: DepositSummary['coins'];
  /**
   * The method's name in requests: the address's, or that of the deposit; empty where it is
   * unknown.
   */
  paymentMethod: string;
  /** Undefined where the method isn't offered here any more. */
  method: PaymentMethod | undefined;
  /** The provider's page that the deposit waits for, also after a reload. */
  redirect: ExternalRedirect | null;
  /** Where the deposit's code or payment details are shown again. */
  page: PaymentPage | null;
}

/** Loads the deposit's details besides its status. The page works without them. */
export function useDepositFacts(lookedAt: LookedAtDeposit): DepositFacts {
  const { depositId, status, isReceived, ...address } = lookedAt;
  const { transport } = useSession();
  const { catalogue } = useMethods();
  const running = useSessionStore((store) => store.runningDeposit);
  // Not before the deposit is known to exist: an address may hold any id.
  const { data, isPending } = useQuery({
    ...depositQuery(transport, depositId),
    enabled: status !== undefined,
  });
  const { deposit, created = null, clockAheadMs } = data ?? {};
  const paymentMethod = address.paymentMethod ?? deposit?.paymentMethod ?? '';
  const method = catalogue?.methods.find(({ name }) => name === paymentMethod);
  const known = running?.depositId === depositId ? running.redirect : null;
  const asked = created === null ? null : decodeNextStep(created, method);
  const isUnpaid = !isReceived && (status === 'PENDING' || status === undefined);
  return {
    isReported: deposit?.isReported === true,
    isLooking: isPending,
    createdAt: deposit?.createdAt,
    coins: deposit?.coins,
    paymentMethod,
    method,
    redirect: isUnpaid ? (known ?? asked?.externalRedirect ?? null) : null,
    page:
      isUnpaid && asked && deposit
        ? resolvePaymentPage(asked.next, { deposit, method, clockAheadMs })
        : null,
  };
}

interface Facts {
  deposit: DepositSummary;
  method: PaymentMethod | undefined;
  clockAheadMs: number | null | undefined;
}

function resolvePaymentPage(
  next: NextStep,
  { deposit: { expiresAt, paymentMethod }, method, clockAheadMs }: Facts,
): PaymentPage | null {
  const paidHere = resolvePaidHere(next, method);
  if (paidHere === null) return null;
  const { to, shows, expiresAtMs } = paidHere;
  const ofDepositMs = Date.parse(expiresAt);
  return {
    to,
    method: paymentMethod,
    shows,
    deadlineMs: Math.min(expiresAtMs ?? ofDepositMs, ofDepositMs) + (clockAheadMs ?? 0),
  };
}
