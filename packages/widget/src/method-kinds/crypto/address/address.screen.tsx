import { OrderCard } from '../../../features/coin-package/order-card.tsx';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { MethodCard } from '../../../features/method-card/method-card.tsx';
import { useMethods } from '../../../flows/deposit/deposit.queries.ts';
import { resolveEntry } from '../../../flows/deposit/method-kinds.ts';
import { type ChosenMethod, useChosenMethod } from '../../../flows/deposit/use-chosen-method.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { Screen } from '../../../ui/screen.tsx';
import { AddressSkeleton } from './address-skeleton.tsx';
import { FoundAddress } from './found-address.tsx';
import { NetworkChoice } from './network-choice.tsx';
import { NewAddress } from './new-address.tsx';
import { isCoinMethod, resolveNetwork } from './resolve-network.ts';
import { useOtherPayments } from './use-other-payments.ts';

/**
 * The address that the player sends a coin to (§2 "Crypto address"), with the choice among the
 * coin's networks. The deposit is created when a coin was chosen; the address of an existing one is
 * shown by its id.
 */
export function AddressScreen() {
  useOtherPayments();
  const chosen = useChosenMethod();
  const { catalogue } = useMethods();
  const { coin, method: name, depositId, group, box } = useSearch();
  if (depositId !== undefined) return <ExistingAddress chosen={chosen} depositId={depositId} />;
  if (chosen.kind === 'failed') return <FailedScreen {...chosen} title="crypto.failed" />;
  if (chosen.kind === 'loading' || catalogue === undefined) {
    return (
      <Screen layout="form" isSkeleton>
        <AddressSkeleton />
      </Screen>
    );
  }
  if (coin !== undefined && name === undefined) {
    const network = resolveNetwork(catalogue.methods, coin);
    if (network === undefined) return <Navigate to="Deposit list" />;
    return <Navigate to="Crypto address" search={{ method: network.name, group, box }} />;
  }
  if (chosen.kind === 'missing' || chosen.closure !== null) return <Navigate to="Deposit list" />;
  const { method } = chosen;
  if (!isCoinMethod(method)) {
    const to = resolveEntry(method, group !== undefined);
    return <Navigate to={to} search={{ method: method.name, group, box }} />;
  }
  return (
    <Screen layout="form">
      <MethodCard method={method} />
      <NetworkChoice method={method} />
      <OrderCard />
      <NewAddress key={method.name} method={method} />
    </Screen>
  );
}

function ExistingAddress({ chosen, depositId }: { chosen: ChosenMethod; depositId: string }) {
  const method = chosen.kind === 'ready' ? chosen.method : undefined;
  return (
    <Screen layout="form">
      {method !== undefined && <MethodCard method={method} />}
      {method !== undefined && isCoinMethod(method) && <NetworkChoice method={method} />}
      <FoundAddress key={depositId} />
    </Screen>
  );
}
