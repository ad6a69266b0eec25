import { listDefaultCurrencies, type PaymentMethod, validateLimits } from '@kassa/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Purchase } from '../../../flows/deposit/deposit-form/form-kind.ts';
import { limitsQuery, useLimits } from '../../../flows/deposit/use-limits.ts';
import { type Session, useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { TransportError } from '../../../transport/transport-error.ts';

/** How far the amounts of the chosen currency are known. */
export type KnownLimits =
  | { kind: 'loading' }
  | { kind: 'known' }
  /** The method doesn't take the currency. */
  | { kind: 'none' }
  | { kind: 'failed'; error: Error; retry: () => void };

interface PurchaseControls {
  purchase: Purchase;
  limits: KnownLimits;
  chooseCountry: (country: string) => void;
  chooseCurrency: (currency: string) => void;
}

/** A method on offer, and the country whose methods are offered: ISO 3166-1 in lower case. */
interface Offered {
  method: PaymentMethod;
  country: string;
}

/**
 * Provides the country and the currency of a purchase (§2 "On-ramp base"). They begin with the
 * country that the player pays from, and its currency; a chosen currency stays when the country
 * changes. Both are kept like the draft of the form.
 */
export function usePurchase({ method, country }: Offered): PurchaseControls {
  const draftName = `${method.name} purchase`;
  const draft = useSessionStore((store) => store.formDrafts[draftName]);
  const keepFormDraft = useSessionStore((store) => store.keepFormDraft);
  const buyerCountry = draft?.country ?? country;
  const start = useStartCurrency(method, buyerCountry, draft?.currency === undefined);
  const currency = draft?.currency ?? start.currency;
  const { limits: range, error, retry, ...asked } = useLimits(method, currency, country);
  const isUnknown = validateLimits(range)?.kind === 'limitsUnknown';
  const limits = ((): KnownLimits => {
    if (asked.isLoading || start.isSearching) return { kind: 'loading' };
    if (isRefusal(error)) return { kind: 'none' };
    if (error !== null && !asked.isAnswered) return { kind: 'failed', error, retry };
    return { kind: isUnknown ? 'none' : 'known' };
  })();
  return {
    purchase: {
      currency,
      buyerCountry,
      limitsNote: limitsNotes[limits.kind],
      isCurrencyRefused: limits.kind === 'none',
    },
    limits,
    chooseCountry: (chosen) => keepFormDraft(draftName, { ...draft, country: chosen }),
    chooseCurrency: (chosen) => keepFormDraft(draftName, { ...draft, currency: chosen }),
  };
}

const limitsNotes = {
  loading: 'onramp.limits.loading',
  none: 'onramp.limits.none',
  known: undefined,
  failed: 'onramp.limits.later',
} as const satisfies Record<KnownLimits['kind'], Purchase['limitsNote']>;

/** Returns whether the server says that the method doesn't take the currency. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof TransportError)) return false;
  return error.code === 'currency.unsupported' || error.code === 'method.unavailable';
}

/**
 * Returns the currency that a form begins with: the first of the country's defaults that the method
 * takes. The list says so for its own currency alone, so the server is asked about any other.
 */
function useStartCurrency(method: PaymentMethod, country: string, isWanted: boolean) {
  const session = useSession();
  const queryClient = useQueryClient();
  const [first = 'USD', ...others] = listDefaultCurrencies(country);
  const isListed = Object.hasOwn(method.amount_rules, first);
  const { data, isPending } = useQuery({
    queryKey: ['onramp-currency', method.name, country],
    queryFn: () => findTaken({ session, queryClient, method }, [first, ...others]),
    enabled: isWanted && !isListed,
  });
  const isSearching = isWanted && !isListed && isPending;
  return { currency: isListed ? first : (data ?? first), isSearching };
}

interface Surroundings {
  session: Session;
  queryClient: QueryClient;
  method: PaymentMethod;
}

/** Returns the first currency that the method takes; the first of all where none is known to be. */
async function findTaken(
  { session, queryClient, method }: Surroundings,
  currencies: readonly string[],
): Promise<string | undefined> {
  for (const currency of currencies) {
    try {
      const limits = await queryClient.fetchQuery(limitsQuery(session, method, currency));
      if (validateLimits(limits)?.kind !== 'limitsUnknown') return currency;
    } catch (error) {
      // The form shows the failure, and its retry asks again.
      if (!isRefusal(error)) return currency;
    }
  }
  return currencies[0];
}
