import { CreatedDepositScreen } from '../../../flows/deposit/created/created-deposit.tsx';
import { ExpiredPayment } from '../../../flows/deposit/created/expired-payment.tsx';
import { PaymentFacts } from '../../../flows/deposit/created/payment-facts.tsx';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { useCreatedPayment } from '../../../flows/deposit/created/use-created-payment.ts';
import { OfferChoice } from './offer-choice.tsx';
import type { OffersStep } from './use-offers.ts';

/** The offers of the providers that sell crypto for a deposit (§2 "On-ramp"). */
export function OfferListScreen() {
  return (
    <CreatedDepositScreen
      page="OnRamp offer list"
      pick={(next) => (next.kind === 'offers' ? next : null)}
    >
      {(created) => <OfferPage created={created} />}
    </CreatedDepositScreen>
  );
}

function OfferPage({ created }: { created: CreatedDeposit<OffersStep> }) {
  const { deposit, method } = created;
  // The deposit outlives its offers, which are renewed.
  const { isOver, payment } = useCreatedPayment(created, null);
  if (!isOver) return <OfferChoice created={created} />;
  return (
    <ExpiredPayment deposit={deposit} method={method} payment={payment}>
      <PaymentFacts deposit={deposit} />
    </ExpiredPayment>
  );
}
