import type { NextStep } from '@kassa/contract';
import { toFailure } from '../../../features/failure/failure.ts';
import { useCreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { AddressFailure } from './address-failure.tsx';
import { AddressPayment } from './address-payment.tsx';
import { AddressSkeleton } from './address-skeleton.tsx';

/** The address of an existing deposit. */
export function FoundAddress() {
  const { method, group, to } = useSearch();
  const found = useCreatedDeposit('Crypto address', pickAddress);
  switch (found.kind) {
    case 'loading':
      return <AddressSkeleton />;
    case 'failed':
      return <AddressFailure failure={toFailure(found.error)} retry={found.retry} />;
    case 'elsewhere':
      return <Navigate {...found.target} />;
    case 'ready': {
      const { depositId, paymentMethod } = found.deposit;
      if (method !== paymentMethod) {
        // The head of the screen must name the coin and the network of the address below it.
        const search = { depositId, method: paymentMethod, group, to };
        return <Navigate to="Crypto address" search={search} />;
      }
      return <AddressPayment created={found} />;
    }
  }
}

function pickAddress(next: NextStep) {
  return next.kind === 'address' || next.kind === 'unreadableAddress' ? next : null;
}
