import type { PaymentMethod } from '@kassa/contract';
import { resolveName, useMoney, useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import type { Target } from '../../routing/route.ts';
import { useSession } from '../../session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './tiles.module.css';

interface MethodNoteProps {
  method: PaymentMethod;
  currency: string;
}

interface MethodTileProps extends MethodNoteProps {
  /** The screen that the method is used on. */
  target: Target;
  /** The words of a badge in place of the method's own. */
  badge?: string | undefined;
}

/**
 * A method in the list: logo, name, what may be paid and how soon it arrives. One in maintenance is
 * shown, so that nobody looks for it, and can't be chosen.
 */
export function MethodTile({ method, currency, target, badge }: MethodTileProps) {
  const face = <MethodFace method={method} currency={currency} badge={badge} />;
  return (
    <li>
      {method.unavailable !== undefined ? (
        <button type="button" className={styles.tile} disabled>
          {face}
        </button>
      ) : (
        <Link className={styles.tile} {...target}>
          {face}
        </Link>
      )}
    </li>
  );
}

function MethodFace({ method, currency, badge }: Omit<MethodTileProps, 'target'>) {
  const text = useText();
  const { locale } = useSession();
  const name = resolveName(method.text, locale.tag);
  const isClosed = method.unavailable !== undefined;
  const own = isClosed ? 'maintenance' : method.badge;
  const words = (!isClosed && badge) || (own && text(`badge.${own}`));
  return (
    <>
      <span className={styles.pictures}>
        <Icon id={method.iconIds[0]} name={method.text.en ?? name} />
      </span>
      {words && (
        <span className={styles.badge} data-tone={isClosed ? 'warn' : undefined}>
          {words}
        </span>
      )}
      <span className={styles.words}>
        <b className={styles.name}>{name}</b>
        <small className={styles.note}>
          <MethodNote method={method} currency={currency} />
        </small>
      </span>
    </>
  );
}

function MethodNote({ method, currency }: MethodNoteProps) {
  const text = useText();
  const money = useMoney();
  // A badge that says "instant" needs no echo.
  const usualMinutes = method.badge === 'instant' ? undefined : method.usualMinutes;
  const limits = method.amount_rules[currency];
  return (
    <>
      {limits !== undefined && (
        <bdi>
          {text('method.limits', {
            min: money(limits.min, currency, { trimZeros: true }),
            max: money(limits.max, currency, { trimZeros: true }),
          })}
        </bdi>
      )}
      {usualMinutes !== undefined && (
        <span>
          {usualMinutes === 0
            ? text('method.time.instant')
            : text('method.time.minutes', { minutes: usualMinutes })}
        </span>
      )}
    </>
  );
}
