import type { DepositSummary, PaymentMethod } from '@kassa/contract';
import { PaymentLink } from '../../../features/payment-link/payment-link.tsx';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import type { RouteName } from '../../../routing/route-names.ts';
import { useNavigate } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { describeChosenMethod, sendAnalytics } from '../../../telemetry/analytics.ts';
import { Button } from '../../../ui/button.tsx';
import { resolveEntry } from '../method-kinds.ts';
import { tellHost } from '../run-effect.ts';
import type { ResumedStep } from './use-next-step.ts';

interface ContinueButtonProps {
  deposit: Pick<DepositSummary, 'depositId' | 'currency' | 'paymentMethod'>;
  method: PaymentMethod | undefined;
  next: ResumedStep;
  /** The button's text. */
  words?: MessageKey;
}

/** Continues an unfinished deposit: on the provider's page, in its form, or at its status. */
export function ContinueButton({
  deposit,
  method,
  next,
  words = 'resume.continue',
}: ContinueButtonProps) {
  const text = useText();
  const session = useSession();
  const navigate = useNavigate();
  const startDeposit = useSessionStore((store) => store.startDeposit);
  const { depositId, currency, paymentMethod } = deposit;
  const label = text(words);

  const send = (event: 'button' | 'redirect') =>
    sendAnalytics(session, {
      ...describeChosenMethod('deposit', method ?? null),
      event,
      currency,
      ...(event === 'button' && { button_name: 'continue' }),
    });
  const show = (to: RouteName) =>
    navigate({ to, search: { depositId, method: paymentMethod, to: 'Deposit list' } });

  function handleClick() {
    send('button');
    if (next.kind === 'failed') return next.retry();
    if (next.kind === 'page') return show(next.to);
    if (next.kind !== 'fields' || method === undefined) return show('Complete deposit');
    navigate({ to: resolveEntry(method), search: { method: paymentMethod, depositId } });
  }

  if (next.kind !== 'redirect') {
    return (
      <Button isBusy={next.kind === 'loading'} onClick={handleClick}>
        {label}
      </Button>
    );
  }
  const { redirect } = next;
  const handleOpen = () => {
    send('button');
    send('redirect');
    if (method !== undefined) tellHost(session, method, depositId);
    startDeposit({ depositId, redirect, popup: null });
    show('Complete deposit');
  };
  return (
    <PaymentLink depositId={depositId} redirect={redirect} onOpen={handleOpen}>
      {label}
    </PaymentLink>
  );
}
