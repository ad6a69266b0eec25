import type { CodePageName, NextStep, PaymentCode } from '@kassa/contract';
import { UsedContext } from '../../../features/copy/used-context.ts';
import {
  type CodeWords,
  isCopyable,
  isScannable,
  PaymentCodeCard,
} from '../../../features/qr/payment-code-card.tsx';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { Screen } from '../../../ui/screen.tsx';
import { resolveCodePage } from '../next-page.ts';
import { CancelPayment } from './cancel-payment.tsx';
import { CreatedDepositScreen } from './created-deposit.tsx';
import { ExpiredPayment } from './expired-payment.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentFailure } from './payment-failure.tsx';
import { PaymentFooter } from './payment-footer.tsx';
import { PaymentHead } from './payment-head.tsx';
import { ProviderLink } from './provider-link.tsx';
import { Steps } from './steps.tsx';
import { useCodeUse } from './use-code-use.ts';
import type { CreatedDeposit } from './use-created-deposit.ts';
import { useCreatedPayment } from './use-created-payment.ts';

type CodeStep = Extract<NextStep, { kind: 'code' }>;

interface CodePageProps {
  /** The name of the page; the keys of its messages begin with it. */
  page: CodePageName;
}

/**
 * A payment code, and the button by which the player confirms the payment (§2 "Eazype and pix
 * pages").
 */
export function CodePage({ page }: CodePageProps) {
  return (
    <CreatedDepositScreen
      page={resolveCodePage(page)}
      pick={(next) => (next.kind === 'code' && next.page === page ? next : null)}
    >
      {(created) => <CodePayment page={page} created={created} />}
    </CreatedDepositScreen>
  );
}

function CodePayment({ page, created }: CodePageProps & { created: CreatedDeposit<CodeStep> }) {
  const text = useText();
  const { deposit, step, method } = created;
  const { payment, isOver, ...time } = useCreatedPayment(created, step.expiresAtMs);
  const { isUsed, isTaken, noteTaken, handleUse } = useCodeUse(step.code, deposit);
  const facts = <PaymentFacts deposit={deposit} isOver={isOver} />;
  if (isOver) {
    return (
      <ExpiredPayment deposit={deposit} method={method} payment={payment}>
        {facts}
      </ExpiredPayment>
    );
  }
  return (
    <UsedContext value={noteTaken}>
      <Screen
        layout="form"
        footer={isUsed ? <PaymentFooter payment={payment} isTaken={isTaken} /> : undefined}
      >
        <PaymentFailure payment={payment} />
        <PaymentHead method={method} time={time} />
        <PaymentCodeCard code={step.code} words={wordsOf(page)} onUse={handleUse} />
        <ProviderLink {...created} />
        {facts}
        <Steps
          title={text('payment.steps')}
          steps={stepsOf(page, step.code).map((key) => text(key))}
        />
        <CancelPayment payment={payment} />
      </Screen>
    </UsedContext>
  );
}

function wordsOf(page: CodePageName): CodeWords {
  return {
    picture: `${page}.picture`,
    code: `${page}.code`,
    copy: `${page}.copy`,
    scan: `${page}.scan`,
    app: `${page}.app`,
  };
}

/** Returns the keys of the short instructions, which name only what the page has. */
function stepsOf(page: CodePageName, code: PaymentCode): readonly MessageKey[] {
  const rest: readonly MessageKey[] = [`${page}.step2`, `${page}.step3`];
  const [isPasted, hasApp] = [isCopyable(code.text), code.payLink !== null];
  if (page === 'pix' ? isPasted : hasApp && isScannable(code)) return [`${page}.step1`, ...rest];
  const first = hasApp ? 'code.stepApp' : 'code.stepScan';
  // The second step of Pix pastes the code.
  return page === 'pix' ? [first, 'pix.step3'] : [first, ...rest];
}
