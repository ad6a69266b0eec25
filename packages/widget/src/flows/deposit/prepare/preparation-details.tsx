import type { PaymentMethod } from '@kassa/contract';
import { RequisiteList, RequisiteRows } from '../../../features/requisites/requisite-list.tsx';
import { usePreparation } from './use-preparation.ts';

/** What a provider shows before a deposit is created: to be paid to, say. Nothing where there is nothing. */
export function PreparationDetails({ method }: { method: PaymentMethod }) {
  const preparation = usePreparation(method);
  if (preparation.kind !== 'ready' || preparation.details.length === 0) return null;
  return (
    <RequisiteList>
      <RequisiteRows requisites={preparation.details} />
    </RequisiteList>
  );
}
