import type { CodePageName, NextStep, PaymentCode } from '@kassa/contract';
import {
  type CodeWords,
  isCopyable,
  isScannable,
  PaymentCodeCard,
  useIsAtDesk,
} from '../../../features/qr/payment-code-card.tsx';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { resolveCodePage } from '../next-page.ts';
import { CreatedDepositScreen } from './created-deposit.tsx';
import { ExpiredPayment } from './expired-payment.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentFooter } from './payment-footer.tsx';
import { Steps } from './steps.tsx';
import { TransferSheet } from './transfer/transfer-sheet.tsx';
import type { TransferWords } from './transfer/transfer-steps.tsx';
import { wordsOfCode } from './transfer/transfer-words.ts';
import type { CreatedDeposit } from './use-created-deposit.ts';
import { useCreatedPayment } from './use-created-payment.ts';
import { useTaken } from './use-taken.ts';

type CodeStep = Extract<NextStep, { kind: 'code' }>;

interface CodePageProps {
  /** The name of the page. */
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
  const { isOver, ...standing } = useCreatedPayment(created, step.expiresAtMs);
  const { payment } = standing;
  const details = useTaken(deposit);
  const isAtDesk = useIsAtDesk();
  const words = wordsOf(page);
  if (isOver) {
    return (
      <ExpiredPayment deposit={deposit} method={method} payment={payment}>
        <PaymentFacts deposit={deposit} />
      </ExpiredPayment>
    );
  }
  return (
    <TransferSheet
      {...standing}
      created={created}
      details={details}
      words={{ ...wordsOfCode(step.code, words, isAtDesk), ...(page === 'pix' && atBank) }}
      code={<PaymentCodeCard code={step.code} words={words} onUse={details.handleUse} />}
      guide={
        <Steps
          title={text('payment.steps')}
          steps={stepsOf(page, step.code).map((key) => text(key))}
        />
      }
      button={<PaymentFooter payment={payment} isTaken={details.taken !== null} />}
    />
  );
}

/** Pix is paid in a bank's app. */
const atBank = {
  opened: 'transfer.openedBank',
  pay: 'transfer.payAtBank',
} satisfies Partial<TransferWords>;

/** The beginnings of the pages' keys. */
const keysOf = { pix: 'pix.', eazype: 'eazype.' } as const satisfies Record<CodePageName, string>;

function wordsOf(page: CodePageName): CodeWords {
  return {
    picture: `${keysOf[page]}picture`,
    code: `${keysOf[page]}code`,
    copy: `${keysOf[page]}copy`,
    scan: `${keysOf[page]}scan`,
    app: `${keysOf[page]}app`,
  };
}

/** Returns the keys of the short instructions, which name only what the page has. */
function stepsOf(page: CodePageName, code: PaymentCode): readonly MessageKey[] {
  const rest: readonly MessageKey[] = [`${keysOf[page]}step2`, `${keysOf[page]}step3`];
  const [isPasted, hasApp] = [isCopyable(code.text), code.payLink !== null];
  if (page === 'pix' ? isPasted : hasApp && isScannable(code))
    return [`${keysOf[page]}step1`, ...rest];
  const first = hasApp ? 'code.stepApp' : 'code.stepScan';
  // The second step of Pix pastes the code.
  return page === 'pix' ? [first, 'pix.step3'] : [first, ...rest];
}
