import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { resolveName, useText } from '../../i18n/text.ts';
import { Link } from '../../routing/link.tsx';
import type { Target } from '../../routing/route.ts';
import { Icon } from '../../ui/icon.tsx';
import { groupTitle } from './group-title.ts';
import styles from './tiles.module.css';

interface GroupTileProps {
  group: PaymentGroup;
  methods: PaymentMethod[];
  /** The number of entries of the group's own list. */
  size: number;
  /** The screen of the group's own list. */
  target: Target;
  /** The text of a badge. */
  badge?: string | undefined;
}

const previewCount = 3;

/** A group in the list: at most three different logos, and the number of the other methods (§2). */
export function GroupTile({ group, methods, size, target, badge }: GroupTileProps) {
  const text = useText();
  const shown = pickDifferent(methods);
  const more = size - shown.length;
  return (
    <li>
      <Link className={styles.tile} {...target}>
        <span className={styles.pictures}>
          {shown.map(({ name, iconIds, text: names }) => (
            <Icon
              key={name}
              id={iconIds[0]}
              name={resolveName(names, 'en')}
              size={shown.length > 1 ? 'small' : 'medium'}
            />
          ))}
          {more > 0 && (
            <span className={styles.more} dir="ltr" aria-hidden="true">
              {`+${more}`}
            </span>
          )}
        </span>
        <span className={styles.title}>
          <b className={styles.name}>{groupTitle(group, text)}</b>
          {badge !== undefined && <span className={styles.badge}>{badge}</span>}
        </span>
        <small className={styles.note}>{text('deposit.group.count', { count: size })}</small>
      </Link>
    </li>
  );
}

/** Returns the first methods with different logos. */
function pickDifferent(methods: readonly PaymentMethod[]): PaymentMethod[] {
  const byLogo = new Map<string, PaymentMethod>();
  for (const method of methods) {
    const logo = method.iconIds[0] ?? method.name;
    if (!byLogo.has(logo)) byLogo.set(logo, method);
  }
  return [...byLogo.values()].slice(0, previewCount);
}
