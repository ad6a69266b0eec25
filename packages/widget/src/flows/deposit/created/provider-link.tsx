import { use } from 'react';
import { UsedContext } from '../../../features/copy/used-context.ts';
import { PaymentLink } from '../../../features/payment-link/payment-link.tsx';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { tellHost } from '../run-effect.ts';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';
import type { CreatedDeposit } from './use-created-deposit.ts';

/**
 * The link to a provider's page that accompanies a page of the widget (§4), also after a reload.
 */
export function ProviderLink({ deposit, redirect, method }: CreatedDeposit<unknown>) {
  const text = useText();
  const session = useSession();
  const analytics = useDepositAnalytics(deposit.currency);
  const noteUse = use(UsedContext);
  if (redirect === null) return null;
  const handleOpen = () => {
    noteUse('kept');
    analytics.send('redirect');
    if (method !== undefined) tellHost(session, method, deposit.depositId);
  };
  return (
    <PaymentLink depositId={deposit.depositId} redirect={redirect} look="ghost" onOpen={handleOpen}>
      {text('deposit.blocked.open')}
    </PaymentLink>
  );
}
