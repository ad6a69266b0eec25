import type { ProviderText, Requisite } from '@kassa/contract';
import type { ReactNode } from 'react';
import { isMessageKey, resolveName, type Text, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { CopyButton } from '../copy/copy-button.tsx';
import { directionOf, formatRequisite } from './format-requisite.ts';
import styles from './requisites.module.css';

/** The rows of payment details: {@link RequisiteRow}s and {@link RequisiteRows}. */
export function RequisiteList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>;
}

/** The payment details that a provider sends, each with a copy button (§2 "invoice details"). */
export function RequisiteRows({ requisites }: { requisites: readonly Requisite[] }) {
  const text = useText();
  const { locale } = useSession();
  return requisites.map((requisite, index) => (
    <RequisiteRow
      // A provider may send the same name twice: two notes, for example.
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change places
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
  /** Null where the value needs no copy button. */
  copied: string | null;
  /** The most important value. */
  isLarge?: boolean;
}

/** A row of the payment details. */
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

/**
 * Returns a requisite's name in the player's language: our own text for it, or else the provider's.
 */
function describeName({ name, title }: Requisite, text: Text, locale: string): string {
  // Providers write `bank_name` as well as `bankName` (§3).
  const key = `requisite.${name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
  if (isMessageKey(text, key)) return text(key);
  return title === undefined ? name : resolveProviderText(title, locale);
}

/** Returns a provider's text in the player's language, where the provider has it. */
export function resolveProviderText(words: ProviderText, locale: string): string {
  return typeof words === 'string' ? words : resolveName(words, locale);
}
