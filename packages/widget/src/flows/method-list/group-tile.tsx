import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { resolveName, useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import type { Target } from '../../routing/route.ts';
import { useSession } from '../../session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { groupTitle } from './group-title.ts';
import styles from './tiles.module.css';

interface GroupTileProps {
  group: PaymentGroup;
  methods: PaymentMethod[];
  /** The screen of the group's own list. */
  target: Target;
  /** The text of a badge. */
  badge?: string | undefined;
}

const previewCount = 3;

/** A group in the list: the logos of at most three methods, and the number of the others (§2). */
export function GroupTile({ group, methods, target, badge }: GroupTileProps) {
  const text = useText();
  const { locale } = useSession();
  const more = methods.length - previewCount;
  return (
    <li>
      <Link className={styles.tile} {...target}>
        <span className={styles.top}>
          <span className={styles.pictures}>
            {methods.slice(0, previewCount).map((method) => (
              <span key={method.name} className={styles.stacked}>
                <Icon id={method.iconIds[0]} name={resolveName(method.text, 'en')} />
              </span>
            ))}
            {more > 0 && (
              <span className={styles.more} dir="ltr" aria-hidden="true">
                {`+${more.toLocaleString(locale.format)}`}
              </span>
            )}
          </span>
          {badge !== undefined && <span className={styles.badge}>{badge}</span>}
        </span>
        <span className={styles.words}>
          <b className={styles.name}>{groupTitle(group, text)}</b>
          <small className={styles.note}>
            {text('deposit.group.count', { count: methods.length })}
          </small>
        </span>
      </Link>
    </li>
  );
}
