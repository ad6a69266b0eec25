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
  const name = method === undefined ? '' : resolveName(method.text, locale.tag);
  return withdrawal.destination ?? (name === '' ? withdrawal.reference : name);
}
