import type { NextStep } from '@kassa/contract';
import { MethodCard } from '../../../features/method-card/method-card.tsx';
import { type CodeWords, PaymentCodeCard } from '../../../features/qr/payment-code-card.tsx';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { Screen } from '../../../ui/screen.tsx';
import { resolveCodePage } from '../next-page.ts';
import { useDepositAnalytics } from '../use-deposit-analytics.ts';
import { CreatedDepositScreen } from './created-deposit.tsx';
import { ExpiredPayment } from './expired-payment.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentFailure } from './payment-failure.tsx';
import { PaymentFooter } from './payment-footer.tsx';
import { ProviderLink } from './provider-link.tsx';
import { Steps } from './steps.tsx';
import { TimeCard } from './time-card.tsx';
import type { CreatedDeposit } from './use-created-deposit.ts';
import { useCreatedPayment } from './use-created-payment.ts';

type CodeStep = Extract<NextStep, { kind: 'code' }>;

interface CodePageProps {
  /** Which of the pages with a code this is. */
  page: CodeStep['page'];
  words: CodeWords;
  /** How it is paid, in a few words each. */
  steps: readonly MessageKey[];
}

/** A code to pay by, and the button that says it is paid (§2 "Eazype and pix pages"). */
export function CodePage(props: CodePageProps) {
  const { page } = props;
  return (
    <CreatedDepositScreen
      page={resolveCodePage(page)}
      pick={(next) => (next.kind === 'code' && next.page === page ? next : null)}
    >
      {(created) => <CodePayment {...props} created={created} />}
    </CreatedDepositScreen>
  );
}

function CodePayment({
  created,
  words,
  steps,
}: CodePageProps & { created: CreatedDeposit<CodeStep> }) {
  const text = useText();
  const { deposit, step, method } = created;
  const analytics = useDepositAnalytics(deposit.currency);
  const { payment, isOver, ...time } = useCreatedPayment(created, step.expiresAtMs);
  const facts = <PaymentFacts deposit={deposit} isOver={isOver} />;
  if (isOver) {
    return (
      <ExpiredPayment deposit={deposit} method={method} payment={payment}>
        {facts}
      </ExpiredPayment>
    );
  }
  const handleUse = (how: 'copy' | 'link') =>
    analytics.send('button', { button_name: how === 'copy' ? 'copy_code' : 'open_app' });
  return (
    <Screen layout="form" footer={<PaymentFooter payment={payment} canComplete canCancel />}>
      <PaymentFailure payment={payment} />
      {method !== undefined && <MethodCard method={method} />}
      <TimeCard {...time} />
      <PaymentCodeCard code={step.code} words={words} onUse={handleUse} />
      <ProviderLink {...created} />
      {facts}
      <Steps title={text('payment.steps')} steps={steps.map((key) => text(key))} />
    </Screen>
  );
}
