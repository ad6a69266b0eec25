import { useId } from 'react';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { FailureSnackbar } from '../../../features/failure/failure-snackbar.tsx';
import { PaymentLink } from '../../../features/payment-link/payment-link.tsx';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { SlowNotice } from '../../../flows/deposit/slow-notice.tsx';
import { useMoney, useText } from '../../../i18n/text.ts';
import announcement from '../../../ui/announcement.module.css';
import { Button } from '../../../ui/button.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { radioGroupFocus } from '../../../ui/radio-group-focus.ts';
import { Screen } from '../../../ui/screen.tsx';
import { TakesFocus } from '../../../ui/takes-focus.tsx';
import { OfferCard } from './offer-card.tsx';
import styles from './offer-choice.module.css';
import type { OfferChange } from './resolve-offers.ts';
import { type ChoiceState, type OfferControls, type OffersStep, useOffers } from './use-offers.ts';
import { type Renewal, useRenewal } from './use-renewal.ts';

interface OfferChoiceProps {
  created: CreatedDeposit<OffersStep>;
}

/** The offers, of which the player takes one at its provider. */
export function OfferChoice({ created }: OfferChoiceProps) {
  const text = useText();
  const groupId = useId();
  const controls = useOffers(created);
  const renewal = useRenewal(created, controls);
  const { state, offers, chosen } = controls;
  const change = resolveChange(state);
  const failed = state.kind === 'choosing' ? state.failed : null;
  return (
    <Screen
      layout="form"
      isBusy={state.kind === 'taking' || state.kind === 'renewing'}
      footer={<Actions created={created} controls={controls} renewal={renewal} />}
    >
      {failed !== null && (
        <FailureSnackbar
          failure={failed.failure}
          title={failed.act === 'taking' ? 'onramp.offers.failed' : 'onramp.offers.renewFailed'}
          onClose={controls.dismissFailure}
        />
      )}
      <Head created={created} renewal={renewal} />
      <div className={styles.live} role="status">
        {change !== null && (
          <Notice tone={change.kind === 'renewed' ? 'info' : 'warn'}>
            <Change change={change} />
          </Notice>
        )}
      </div>
      <h2 className={styles.title} id={`${groupId}-title`}>
        {text('onramp.offers.title', { count: offers.length })}
      </h2>
      <div
        className={styles.offers}
        role="radiogroup"
        aria-labelledby={`${groupId}-title`}
        tabIndex={-1}
        {...radioGroupFocus({})}
      >
        {offers.map((offer) => (
          <OfferCard
            // Fresh offers have new ids: the focus stays with the provider.
            key={offer.method}
            offer={offer}
            paidIn={created.deposit.currency}
            group={groupId}
            isOnly={offers.length === 1}
            isChosen={offer === chosen}
            isDisabled={state.kind !== 'choosing' && state.kind !== 'renewing'}
            isRenewing={state.kind === 'renewing'}
            onChoose={() => controls.choose(offer)}
          />
        ))}
      </div>
      <p className={styles.note}>
        <Glyph name="shield" size={18} className={styles.glyph} />
        {text('onramp.offers.note')}
      </p>
      <div className={styles.live} role="status">
        {state.kind === 'offeringLink' && (
          <Notice tone={state.why === 'blocked' ? 'warn' : 'info'}>
            {text(state.why === 'blocked' ? 'deposit.blocked.text' : 'deposit.continue.text')}
          </Notice>
        )}
      </div>
      <SlowNotice isWaiting={state.kind === 'taking'} words="onramp.offers.slow" />
    </Screen>
  );
}

/** What the player pays, and how long the offers hold. */
function Head({ created, renewal }: OfferChoiceProps & { renewal: Renewal }) {
  const text = useText();
  const money = useMoney();
  const { charged, amount, currency } = created.deposit;
  const { deadlineMs, isOver, onExpire } = renewal;
  return (
    <div className={styles.head}>
      <p className={styles.pay}>
        <span className={styles.payLabel}>{text('form.summary.pay')}</span>
        <b className={styles.sum}>
          <bdi>{money(charged ?? amount, currency)}</bdi>
        </b>
      </p>
      {deadlineMs !== null && (
        <p className={styles.time} data-over={isOver || undefined}>
          <Glyph name="clock" size={18} className={styles.glyph} />
          <span className={announcement.announcement}>{text('onramp.offers.held')}</span>
          <Countdown deadlineMs={deadlineMs} onExpire={onExpire} />
        </p>
      )}
    </div>
  );
}

/** What the player has to read of the offers before they go on. */
function resolveChange(state: ChoiceState): OfferChange | null {
  if (state.kind === 'choosing') return state.change;
  if (state.kind !== 'offeringLink' || state.changed === null) return null;
  return { kind: 'changed', offer: state.changed };
}

function Change({ change }: { change: OfferChange }) {
  const text = useText();
  const money = useMoney();
  switch (change.kind) {
    case 'renewed':
      return text('onramp.offers.renewed');
    case 'gone':
      return text('onramp.offers.gone', { provider: change.title });
    case 'changed': {
      const { title, amount, currency } = change.offer;
      const received = money(amount, currency);
      return text('onramp.offers.changed', { provider: title, amount: received });
    }
  }
}

interface ActionsProps extends OfferChoiceProps {
  controls: OfferControls;
  renewal: Renewal;
}

/** The button that takes the chosen offer, or what takes its place. */
function Actions({ created, controls, renewal }: ActionsProps) {
  const text = useText();
  const { state, chosen, take, renew, openedLink } = controls;
  if (state.kind === 'offeringLink') {
    const { depositId } = created.deposit;
    return (
      <TakesFocus>
        <PaymentLink depositId={depositId} redirect={state.redirect} onOpen={openedLink}>
          {text(state.why === 'blocked' ? 'deposit.blocked.open' : 'deposit.continue.button')}
        </PaymentLink>
      </TakesFocus>
    );
  }
  if (state.kind === 'renewing') return <Button isBusy>{text('onramp.offers.renewing')}</Button>;
  if (renewal.isOver) return <Button onClick={renew}>{text('onramp.offers.renew')}</Button>;
  return (
    <Button isBusy={state.kind === 'taking' || state.kind === 'left'} onClick={take}>
      {text('onramp.offers.deposit', { provider: chosen?.title ?? '' })}
    </Button>
  );
}
