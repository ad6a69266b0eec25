import type { PayoutBank } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { OfferedForm } from '../form/offered-form.tsx';
import { banksQuery } from '../withdrawals.queries.ts';
import { BankList } from './bank-list.tsx';

/** The choice of a Nigerian bank, and then the form of its account (§2 "Nigerian banks"). */
export function NigerianBanksScreen() {
  const { transport } = useSession();
  const { bank: code, group } = useSearch();
  const { data, error, refetch } = useQuery(banksQuery(transport));
  if (data === undefined) {
    if (error === null) return <ListSkeleton />;
    return <FailedScreen title="withdrawal.banks.failed" error={error} retry={refetch} />;
  }
  if (code === undefined) return <BankList banks={data.banks} group={group} />;
  const bank = data.banks.find((one) => one.code === code);
  if (bank === undefined) return <Navigate to="Withdrawal Nigerian banks" search={{ group }} />;
  return <BankForm key={code} bank={bank} group={group} />;
}

function BankForm({ bank, group }: { bank: PayoutBank; group: string | undefined }) {
  return (
    <OfferedForm
      name={bank.paymentMethod}
      bank={bank}
      formOf={(method) => ({
        to: 'Withdrawal Nigerian banks',
        search: { method, group, bank: bank.code },
      })}
    />
  );
}
