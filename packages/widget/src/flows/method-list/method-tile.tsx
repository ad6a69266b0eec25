import {
  type Badge,
  badgeOf,
  isPaidToAddress,
  methodLimits,
  type PaymentMethod,
  validateLimits,
} from '@kassa/contract';
import { memo } from 'react';
import { describeArrival, isNamedInstant } from '../../features/arrival/describe-arrival.ts';
import { type MessageKey, resolveName, useMoney, useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import type { Target } from '../../routing/route.ts';
import { useSession } from '../../session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { describeReturn } from './describe-return.ts';
import styles from './tiles.module.css';

interface MethodNoteProps {
  method: PaymentMethod;
  currency: string;
  /** The country of the list; limits may depend on it. */
  country: string;
  /** The time stands elsewhere on the tile. */
  isTimed: boolean;
}

interface MethodTileProps extends Omit<MethodNoteProps, 'isTimed'> {
  /** Returns the screen of the method. */
  targetOf: (method: PaymentMethod) => Target;
  /** The text of a badge that replaces the method's own. */
  badge?: string | undefined;
  isLastUsed?: boolean;
  /** The tile was added below the first ones: it is laid out when it is scrolled to. */
  isLate?: boolean;
}

/**
 * A method in the list: logo, name, badge and usual time, and its limits where it is a tile (the
 * style sheet decides). A method in maintenance shows the reason, so that nobody searches for it,
 * and can't be chosen.
 */
export const MethodTile = memo(function MethodTile({
  method,
  currency,
  country,
  targetOf,
  badge,
  isLastUsed,
  isLate = false,
}: MethodTileProps) {
  const { unavailable } = method;
  return (
    <li className={isLate ? styles.late : undefined}>
      {unavailable !== undefined ? (
        <div className={styles.tile} data-closed>
          <ClosedFace method={method} unavailable={unavailable} />
        </div>
      ) : (
        <Link className={styles.tile} {...targetOf(method)}>
          <OpenFace
            method={method}
            currency={currency}
            country={country}
            badge={badge}
            isLastUsed={isLastUsed}
          />
        </Link>
      )}
    </li>
  );
});

function OpenFace({
  method,
  currency,
  country,
  badge,
  isLastUsed = false,
}: Omit<MethodTileProps, 'targetOf' | 'isLate'>) {
  const text = useText();
  const own = badgeKey(method);
  const words = isLastUsed ? text('badge.lastUsed') : (badge ?? (own && text(own)));
  // The badge tells the time already.
  const isTimed = own === 'badge.instant' && !isLastUsed;
  return (
    <>
      <MethodPicture method={method} />
      <span className={styles.title}>
        <MethodName method={method} />
        {words && (
          <span className={styles.badge} data-tone={isLastUsed ? 'quiet' : undefined}>
            {words}
          </span>
        )}
      </span>
      <small className={styles.note}>
        <MethodNote method={method} currency={currency} country={country} isTimed={isTimed} />
      </small>
    </>
  );
}

/** The catalogue's badges (§9), as far as they tell a player something. */
const badgeKeys: Readonly<Record<Badge, MessageKey | undefined>> = {
  instant: 'badge.instant',
  turbo: 'badge.fast',
  fast: 'badge.fast',
  top: 'badge.top',
  exclusive: 'badge.exclusive',
  // Who is a partner matters to the operator alone.
  brand: undefined,
};

function badgeKey(method: PaymentMethod): MessageKey | undefined {
  const badge = badgeOf(method);
  const key = badge && badgeKeys[badge];
  const isInstant = key === 'badge.instant' || (key === 'badge.fast' && method.usualMinutes === 0);
  if (!isInstant) return key;
  return isNamedInstant(method) ? undefined : 'badge.instant';
}

interface ClosedFaceProps {
  method: PaymentMethod;
  unavailable: NonNullable<PaymentMethod['unavailable']>;
}

function ClosedFace({ method, unavailable }: ClosedFaceProps) {
  const text = useText();
  const { locale } = useSession();
  const time = describeReturn(unavailable, locale.format);
  return (
    <>
      <MethodPicture method={method} />
      <span className={styles.title}>
        <MethodName method={method} />
      </span>
      <small className={styles.note}>
        <span>{text(`method.unavailable.${unavailable.reason}`)}</span>
        {time !== null && <span>{text('method.unavailable.until', { time })}</span>}
      </small>
    </>
  );
}

function MethodPicture({ method }: { method: PaymentMethod }) {
  return (
    <span className={styles.pictures}>
      <Icon id={method.iconIds[0]} name={resolveName(method.text, 'en')} />
    </span>
  );
}

function MethodName({ method }: { method: PaymentMethod }) {
  const { locale } = useSession();
  return (
    <b className={styles.name}>
      {resolveName(method.text, locale.tag)}
      {method.network !== undefined && (
        <>
          {' '}
          <bdi className={styles.network}>{method.network}</bdi>
        </>
      )}
    </b>
  );
}

function MethodNote({ method, currency, country, isTimed }: MethodNoteProps) {
  const text = useText();
  const money = useMoney();
  const arrival = isTimed ? null : describeArrival(method.usualMinutes, 'method.time', method);
  const { coin } = method;
  const ofCoin = coin !== undefined && isPaidToAddress(method) ? coin : null;
  const limits = ofCoin ?? methodLimits(method, currency, country);
  const shownIn = ofCoin?.currency ?? currency;
  return (
    <>
      {validateLimits(limits) === null && (
        <bdi className={styles.limits} suppressHydrationWarning>
          {text('method.limits', {
            min: money(limits.min, shownIn, { trimZeros: true }),
            max: money(limits.max, shownIn, { trimZeros: true }),
          })}
        </bdi>
      )}
      {arrival !== null && <span>{text(arrival.key, arrival.params)}</span>}
    </>
  );
}
