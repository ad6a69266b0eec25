import { type DepositSummary, formatForInput, type PaymentMethod } from '@kassa/contract';
import { resolveMethodKind } from '../../../method-kinds/registry.ts';
import { useNavigate, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';

/** Leads to the form of the same method with the same amount in it; null where it isn't offered any more. */
export function useNewDeposit(
  { amount, currency }: DepositSummary,
  method: PaymentMethod | undefined,
): (() => void) | null {
  const navigate = useNavigate();
  const { locale } = useSession();
  const { group } = useSearch();
  if (method === undefined) return null;
  const { name, fields = [] } = method;
  return () => {
    const { formDrafts, keepFormDraft } = useSessionStore.getState();
    const form = `${name} ${currency}`;
    const key = fields.find(({ type }) => type === 'amount')?.name ?? 'amount';
    const typed = formatForInput(amount, { currency, locale: locale.format });
    keepFormDraft(form, { ...formDrafts[form], [key]: typed });
    const { entry, entryInGroup = entry } = resolveMethodKind(method);
    const isInGroup = group !== undefined;
    const search = { method: name, group };
    navigate({ to: isInGroup ? entryInGroup : entry, search, replace: true });
  };
}
