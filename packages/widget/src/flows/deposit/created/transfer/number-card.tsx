import type { Requisite } from '@kassa/contract';
import { useRef } from 'react';
import { CopyWideButton } from '../../../../features/copy/copy-wide-button.tsx';
import {
  directionOf,
  formatRequisite,
  plainRequisite,
} from '../../../../features/requisites/format-requisite.ts';
import { nameRequisite, RequisiteRows } from '../../../../features/requisites/requisite-list.tsx';
import { useText } from '../../../../i18n/text.ts';
import { useSession } from '../../../../session/session.ts';
import cards from '../../../../ui/card.module.css';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import styles from './transfer.module.css';

interface NumberCardProps {
  number: Requisite;
  /** The number's card scheme. */
  scheme: string | null;
  /** Details without which the payment isn't recognized. */
  references: readonly Requisite[];
  /** Nothing was copied yet: it is what the player does next. */
  isNext: boolean;
}

/** The number to pay to, with a wide button that copies it, and the reference to send with it. */
export function NumberCard({ number, scheme, references, isNext }: NumberCardProps) {
  const text = useText();
  const { locale } = useSession();
  const shown = useRef<HTMLElement>(null);
  const label = nameRequisite(number, text, locale.tag);
  return (
    <dl className={`${cards.card} ${styles.card}`}>
      <div className={styles.number}>
        <dt className={styles.label}>{label}</dt>
        {scheme !== null && (
          <dd className={styles.scheme} dir="auto">
            {scheme}
          </dd>
        )}
        <dd className={styles.digits}>
          <bdi dir={directionOf(number)} ref={shown}>
            {formatRequisite(number)}
          </bdi>
        </dd>
        <dd className={styles.wide}>
          <CopyWideButton
            value={plainRequisite(number)}
            label={text('copy.copy')}
            name={text('copy.label', { name: label })}
            isPrimary={isNext}
            onForbidden={() => shown.current && getSelection()?.selectAllChildren(shown.current)}
          />
        </dd>
      </div>
      <RequisiteRows requisites={references} />
    </dl>
  );
}

/** The place of a number that is there in a moment. */
export function LoadingNumber() {
  return (
    <div className={`${cards.card} ${styles.card} ${styles.number}`} aria-hidden="true">
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="row" />
    </div>
  );
}
