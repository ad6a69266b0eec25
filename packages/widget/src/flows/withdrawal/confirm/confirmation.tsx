import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { SlowNotice } from '../../deposit/slow-notice.tsx';
import type { OrderedWithdrawal } from '../kept-withdrawal.ts';
import { WithdrawalFailure } from '../parts/withdrawal-failure.tsx';
import { wordsFor } from '../parts/words-for.ts';
import { useWithdrawalAnalytics } from '../use-withdrawal-analytics.ts';
import { CodeSection, isCodeComplete, isOfCode } from './code-section.tsx';
import { DestinationCard } from './destination-card.tsx';
import { ForfeitConsent } from './forfeit-consent.tsx';
import { HolderQuestion } from './holder-question.tsx';
import { OrderFacts, OrderSum } from './order-facts.tsx';
import { idsOf, losesOnly, type News, useConfirmation } from './use-confirmation.ts';
import { useRateLock } from './use-rate-lock.ts';

const formType = 'withdrawal_confirm';

/** An order with all that follows from it, and the button that makes it a withdrawal. */
export function Confirmation({ first }: { first: OrderedWithdrawal }) {
  const text = useText();
  const { send, sendInvalid } = useWithdrawalAnalytics();
  const confirmation = useConfirmation(first);
  const { ordered, state, isUnresolved } = confirmation;
  const { quote, order, sentCode } = ordered;
  // A new quote may list a bonus that the player hasn't seen.
  const [agreedIds, setAgreedIds] = useState<readonly string[]>([]);
  const [isConsentMissing, setIsConsentMissing] = useState(false);
  // A new quote may name another holder.
  const [agreedHolder, setAgreedHolder] = useState<string | null>(null);
  const [isHolderMissing, setIsHolderMissing] = useState(false);
  const [code, setCode] = useState('');
  const [isCodeMissing, setIsCodeMissing] = useState(false);
  const consent = useRef<HTMLInputElement>(null);
  const holderBox = useRef<HTMLInputElement>(null);
  const codeBox = useRef<HTMLInputElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is reported once, when it comes up
  useEffect(() => send('form_view', { form_type: formType }), []);

  const isBusy = state.kind !== 'idle';
  const failure = state.kind === 'idle' ? state.failure : null;
  const news = state.kind === 'idle' || state.kind === 'settling' ? state.news : null;
  // A failure waits for the player: it stays until they have read it.
  const isRateHeld = isBusy || isUnresolved || (failure !== null && !isOfCode(failure));
  const rate = useRateLock(quote.rateLock, isRateHeld, () => void confirmation.renewQuote());
  const forfeitCount = quote.forfeitedBonuses.length;
  const forfeits = forfeitCount > 0;
  const isAgreed = losesOnly(quote, agreedIds);
  const askedHolder = quote.isHolderAsked === true && !isUnresolved ? quote.holder : null;
  const isHolderAgreed = askedHolder === null || agreedHolder === askedHolder;
  const needsCode = quote.needsCode && !isUnresolved;
  const isCodeAsked = needsCode && sentCode === null;
  const isPartial = quote.destinationDetails?.isPartial === true;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (rate.isOver && !isUnresolved) return void confirmation.renewQuote();
    const isConsented = isAgreed || isUnresolved;
    const hasCode = !needsCode || isCodeAsked || isCodeComplete(code);
    setIsHolderMissing(!isHolderAgreed);
    setIsConsentMissing(!isConsented);
    setIsCodeMissing(!hasCode);
    send('button', { button_name: isCodeAsked ? 'get_code' : 'confirm', form_type: formType });
    sendInvalid(formType, [
      ...(isHolderAgreed ? [] : ['holder']),
      ...(isConsented ? [] : ['forfeitedBonuses']),
      ...(hasCode ? [] : ['code']),
    ]);
    if (!isHolderAgreed) return holderBox.current?.focus();
    if (!isConsented) return consent.current?.focus();
    if (!hasCode) return codeBox.current?.focus();
    if (isCodeAsked) {
      setCode('');
      return void confirmation.sendCode();
    }
    void confirmation.confirm(needsCode ? code : undefined);
  }

  function handleShowWhole() {
    setIsCodeMissing(!isCodeComplete(code));
    if (!isCodeComplete(code)) return codeBox.current?.focus();
    send('button', { button_name: 'show_destination', form_type: formType });
    void confirmation.showWhole(code);
  }

  return (
    <Screen
      layout="form"
      isBusy={isBusy}
      footer={
        <>
          <Button type="submit" form={id} isBusy={isBusy}>
            <ButtonWords
              order={order}
              isCodeAsked={isCodeAsked}
              isAgain={isUnresolved || (rate.isOver && failure !== null)}
            />
          </Button>
          {forfeits && !isUnresolved && <KeepBonuses count={forfeitCount} isBusy={isBusy} />}
          {isUnresolved && <ToWithdrawals isBusy={isBusy} />}
        </>
      }
    >
      <form id={id} noValidate onSubmit={handleSubmit} hidden />
      <Announcement>{describeNews()}</Announcement>
      <OrderSum ordered={ordered} />
      <DestinationCard
        ordered={ordered}
        isLocked={isBusy}
        formId={id}
        onShowWhole={needsCode && !isCodeAsked && isPartial ? handleShowWhole : null}
      />
      {askedHolder !== null && (
        <HolderQuestion
          ref={holderBox}
          holder={askedHolder}
          isAgreed={isHolderAgreed}
          isMissing={isHolderMissing}
          isDisabled={isBusy}
          onAgree={(agreed) => {
            setAgreedHolder(agreed ? askedHolder : null);
            setIsHolderMissing(false);
          }}
        />
      )}
      <OrderFacts ordered={ordered} rateUntilMs={rate.deadlineMs} />
      {news !== null && <NewsNotice news={news} />}
      {forfeits && !isUnresolved && (
        <ForfeitConsent
          ref={consent}
          bonuses={quote.forfeitedBonuses}
          isAgreed={isAgreed}
          isMissing={isConsentMissing}
          isDisabled={isBusy}
          onAgree={(agreed) => {
            setAgreedIds(agreed ? idsOf(quote) : []);
            setIsConsentMissing(false);
          }}
        />
      )}
      {needsCode && (
        <CodeSection
          ref={codeBox}
          formId={id}
          sentCode={sentCode}
          code={code}
          isMissing={isCodeMissing}
          failure={failure}
          isBusy={isBusy}
          onCode={(typed) => {
            setCode(typed);
            setIsCodeMissing(false);
          }}
          onSendAgain={() => {
            setCode('');
            send('button', { button_name: 'get_code', form_type: formType });
            void confirmation.sendCode();
          }}
        />
      )}
      {isUnresolved && <UnknownOutcome />}
      {failure !== null && !isUnresolved && !(needsCode && isOfCode(failure)) && (
        <WithdrawalFailure failure={failure} currency={order.currency} />
      )}
      <SlowNotice
        isWaiting={state.kind === 'creating'}
        words="withdrawal.slow"
        transaction="withdrawal"
      />
    </Screen>
  );

  /** The section of the code isn't read out as it comes up. */
  function describeNews(): string {
    if (state.kind === 'creating') return text('withdrawal.creating');
    return failure?.code === 'code.required' ? text('withdrawal.code.why') : '';
  }
}

interface ButtonWordsProps {
  order: OrderedWithdrawal['order'];
  isCodeAsked: boolean;
  /** The press repeats what failed. */
  isAgain: boolean;
}

function ButtonWords({ order, isCodeAsked, isAgain }: ButtonWordsProps) {
  const text = useText();
  const money = useMoney();
  if (isAgain) return text('error.retry');
  if (isCodeAsked) return text('withdrawal.code.get');
  const amount = money(order.amount, order.currency);
  return text(wordsFor('withdrawal.confirm.button', order.currency), { amount });
}

/** What has changed by the new quote. */
function NewsNotice({ news: { key, params, tone } }: { news: News }) {
  const text = useText();
  return (
    <div role="alert">
      <Notice tone={tone}>{text(key, params)}</Notice>
    </div>
  );
}

/** Leads back to the list: the bonuses stay. */
function KeepBonuses({ count, isBusy }: { count: number; isBusy: boolean }) {
  const text = useText();
  const router = useRouter();
  const { send } = useWithdrawalAnalytics();
  const handleKeep = () => {
    send('button', { button_name: 'keep_bonus' });
    router.navigate({ to: router.rootOf('withdrawal') });
  };
  return (
    <Button look="ghost" disabled={isBusy} onClick={handleKeep}>
      {text('withdrawal.forfeit.keep', { count })}
    </Button>
  );
}

/** Leads to the list, which shows whether the withdrawal was created. */
function ToWithdrawals({ isBusy }: { isBusy: boolean }) {
  const text = useText();
  const router = useRouter();
  const { send } = useWithdrawalAnalytics();
  const handlePress = () => {
    send('button', { button_name: 'withdrawals' });
    router.navigate({ to: router.rootOf('withdrawal') });
  };
  return (
    <Button look="ghost" disabled={isBusy} onClick={handlePress}>
      {text('withdrawal.unknown.list')}
    </Button>
  );
}

/** The response didn't arrive: a repetition of the same request can't pay twice. */
function UnknownOutcome() {
  const text = useText();
  return (
    <div role="alert">
      <Notice tone="warn">
        <b>{text('withdrawal.unknown.title')}</b>
        <p>{text('withdrawal.unknown.text')}</p>
      </Notice>
    </div>
  );
}
