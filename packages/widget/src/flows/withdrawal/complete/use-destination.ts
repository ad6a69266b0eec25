import type { PaymentMethod, Withdrawal } from '@kassa/contract';
import { resolveName } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';

interface Payout {
  withdrawal: Withdrawal;
  /** Undefined where it isn't offered any more. */
  method: PaymentMethod | undefined;
}

/** Provides the words for where a withdrawal goes: its destination, or else its method. */
export function useDestination({ withdrawal, method }: Payout): string {
  const { locale } = useSession();
  const name = method === undefined ? withdrawal.reference : resolveName(method.text, locale.tag);
  const { destination } = withdrawal;
  if (destination === null) return name;
  // An account number reads from left to right, also within a line that doesn't.
  return locale.direction === 'rtl' ? `\u2066${destination}\u2069` : destination;
}
