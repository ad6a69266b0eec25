import type { NextStep } from '@kassa/contract';
import { toFailure } from '../../../features/failure/failure.ts';
import { useCreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { Navigate } from '../../../routing/link.tsx';
import { AddressFailure } from './address-failure.tsx';
import { AddressPayment } from './address-payment.tsx';
import { AddressSkeleton } from './address-skeleton.tsx';

/** The address of an existing deposit. */
export function FoundAddress() {
  const found = useCreatedDeposit('Crypto address', pickAddress);
  switch (found.kind) {
    case 'loading':
      return <AddressSkeleton />;
    case 'failed':
      return <AddressFailure failure={toFailure(found.error)} retry={found.retry} />;
    case 'elsewhere':
      return <Navigate {...found.target} />;
    case 'ready':
      return <AddressPayment created={found} />;
  }
}

function pickAddress(next: NextStep) {
  return next.kind === 'address' ? next : null;
}
