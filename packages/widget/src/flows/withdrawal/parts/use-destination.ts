import type { PaymentMethod, Withdrawal } from '@kassa/contract';
import { keepLeftToRight } from '../../../i18n/keep-left-to-right.ts';
import { resolveName } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';

interface Payout {
  withdrawal: Withdrawal;
  /** Undefined where it isn't offered any more. */
  method: PaymentMethod | undefined;
}

/** Provides the words for where a withdrawal goes: its destination, or else its method. */
export function useDestination(): (payout: Payout) => string {
  const { locale } = useSession();
  return ({ withdrawal: { destination, reference }, method }) => {
    if (destination !== null) return keepLeftToRight(destination, locale);
    return method === undefined ? reference : resolveName(method.text, locale.tag);
  };
}
