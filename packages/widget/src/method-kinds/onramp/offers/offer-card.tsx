import { formatDecimal } from '@kassa/contract';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './offer-card.module.css';
import type { RankedOffer } from './resolve-offers.ts';

interface OfferCardProps {
  offer: RankedOffer;
  /** The currency that the player pays in. */
  paidIn: string;
  /** The name of the group of radio buttons. */
  group: string;
  /** There is no other offer to compare with. */
  isOnly: boolean;
  isChosen: boolean;
  isDisabled: boolean;
  /** Its amounts are being asked for again. */
  isRenewing: boolean;
  onChoose: () => void;
}

/** A provider's offer as a radio button: what the player receives comes first. */
export function OfferCard({ offer, paidIn, group, isRenewing, ...card }: OfferCardProps) {
  const { title, iconIds, offerId } = offer;
  const text = useText();
  return (
    <label className={styles.card}>
      <input
        className={styles.radio}
        type="radio"
        name={group}
        value={offerId}
        checked={card.isChosen}
        disabled={card.isDisabled}
        onChange={card.onChoose}
      />
      <span className={styles.face}>
        <Icon id={iconIds[0]} name={title} size="medium" />
        <span className={styles.provider}>
          <bdi className={styles.name}>{title}</bdi>
          {offer.isBest && !card.isOnly && (
            <span className={styles.best}>{text('onramp.offers.best')}</span>
          )}
        </span>
        <span className={styles.mark} aria-hidden="true" />
        {/* The old amounts keep the room of the new ones. */}
        <span
          className={styles.amounts}
          data-old={isRenewing || undefined}
          aria-hidden={isRenewing}
        >
          <Amounts offer={offer} paidIn={paidIn} />
        </span>
      </span>
    </label>
  );
}

function Amounts({ offer, paidIn }: Pick<OfferCardProps, 'offer' | 'paidIn'>) {
  const { amount, currency, fee, coin, coinAmount, rate, less } = offer;
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const price = `${formatDecimal(rate, locale.format)} ${paidIn}`;
  return (
    <>
      <span className={styles.receive}>
        <span className={styles.label}>{text('form.summary.receive')}</span>
        <b className={styles.amount}>
          <bdi>{money(amount, currency)}</bdi>
        </b>
        {less !== null && (
          <span className={styles.less}>
            {text('onramp.offers.less', { amount: money(less.amount, less.currency) })}
          </span>
        )}
      </span>
      <span className={styles.details}>
        <span>{text('onramp.offers.fee', { amount: money(fee, paidIn) })}</span>
        {/* An equation reads from left to right in every language. */}
        <bdi dir="ltr">{text('onramp.offers.rate', { coin, price })}</bdi>
        <bdi>{money(coinAmount, coin)}</bdi>
      </span>
    </>
  );
}
