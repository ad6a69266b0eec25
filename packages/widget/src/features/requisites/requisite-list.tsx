import type { ProviderText, Requisite } from '@kassa/contract';
import type { ReactNode } from 'react';
import { isMessageKey, resolveName, type Text, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { directionOf, formatRequisite } from './format-requisite.ts';
import styles from './requisites.module.css';

/** Rows of what a payment needs: {@link RequisiteRow}s and {@link RequisiteRows}. */
export function RequisiteList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

/** What a provider wants a payment to name, each with a button to copy it (§2 "invoice details"). */
export function RequisiteRows({ requisites }: { requisites: readonly Requisite[] }) {
  const text = useText();
  const { locale } = useSession();
  return requisites.map((requisite, index) => (
    <RequisiteRow
      // A provider may send the same name twice: two notes, say.
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
      key={index}
      label={describeName(requisite, text, locale.tag)}
      shown={<bdi dir={directionOf(requisite)}>{formatRequisite(requisite)}</bdi>}
      copied={requisite.isCopyable === false ? null : requisite.value}
    />
  ));
}

interface RequisiteRowProps {
  label: string;
  shown: ReactNode;
  /** Null where nobody needs a copy. */
  copied: string | null;
  /** What matters most. */
  isLarge?: boolean;
}

/** One of them. */
export function RequisiteRow({ label, shown, copied, isLarge = false }: RequisiteRowProps) {
  const text = useText();
  return (
    <div className={styles.row} data-large={isLarge || undefined}>
      <dt className={styles.name}>{label}</dt>
      <dd className={styles.value}>{shown}</dd>
      {copied !== null && (
        <dd className={styles.copy}>
          <CopyButton value={copied} label={text('copy.label', { name: label })} />
        </dd>
      )}
    </div>
  );
}

/** What a requisite is, in the player's language: by our own words for its name, else the provider's. */
function describeName({ name, title }: Requisite, text: Text, locale: string): string {
  // Providers write `bank_name` as well as `bankName` (§3).
  const key = `requisite.${name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
  if (isMessageKey(text, key)) return text(key);
  return title === undefined ? name : resolveProviderText(title, locale);
}

/** A provider's words in the player's language, as far as it has them. */
export function resolveProviderText(words: ProviderText, locale: string): string {
  return typeof words === 'string' ? words : resolveName(words, locale);
}
