import type { PaymentMethod } from '@kassa/contract';
import { RequisiteList, RequisiteRows } from '../../../features/requisites/requisite-list.tsx';
import { usePreparation } from './use-preparation.ts';

/**
 * The details that a provider shows before a deposit is created, such as an account to pay to. They
 * can't be copied: nobody could tell whose money it is that arrives without a deposit. Nothing shows
 * without details.
 */
export function PreparationDetails({ method }: { method: PaymentMethod }) {
  const preparation = usePreparation(method);
  if (preparation.kind !== 'ready' || preparation.details.length === 0) return null;
  const requisites = preparation.details.map((detail) => ({ ...detail, isCopyable: false }));
  return (
    <RequisiteList>
      <RequisiteRows requisites={requisites} />
    </RequisiteList>
  );
}
