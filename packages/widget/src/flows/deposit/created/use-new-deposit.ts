import type { DepositSummary, PaymentMethod } from '@kassa/contract';
import { keepAmount } from '../../../form/keep-amount.ts';
import { useNavigate, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { resolveEntry } from '../method-kinds.ts';

/**
 * Returns an action that opens the form of the same method with the same amount; null where it isn't
 * offered any more, or only this deposit may be shown.
 */
export function useNewDeposit(
  { amount, currency }: DepositSummary,
  method: PaymentMethod | undefined,
): (() => void) | null {
  const navigate = useNavigate();
  const { locale, isSingleDeposit } = useSession();
  const { group } = useSearch();
  if (method === undefined || isSingleDeposit) return null;
  const { name } = method;
  return () => {
    keepAmount(method, { amount, currency }, locale.format);
    const to = resolveEntry(method, group !== undefined);
    navigate({ to, search: { method: name, group }, replace: true });
  };
}
