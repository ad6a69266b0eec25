import type { ProviderText, Requisite } from '@kassa/contract';
import type { ReactNode } from 'react';
import { isMessageKey, resolveName, type Text, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CopyButton } from '../copy/copy-button.tsx';
import { directionOf, formatRequisite, plainRequisite } from './format-requisite.ts';
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
      label={nameRequisite(requisite, text, locale.tag)}
      shown={<bdi dir={directionOf(requisite)}>{formatRequisite(requisite)}</bdi>}
      copied={requisite.isCopyable === false ? null : plainRequisite(requisite)}
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
export function RequisiteRow(props: RequisiteRowProps) {
  const { label, shown, copied, isLarge = false } = props;
  const text = useText();
  return (
    <div className={styles.row} data-large={isLarge ? sizeOf(shown) : undefined}>
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

/** The longest amounts are smaller: they fit into one line on the smallest phones. */
function sizeOf(shown: ReactNode): 'long' | 'short' {
  return typeof shown === 'string' && shown.length <= longestInLarge ? 'short' : 'long';
}

const longestInLarge = 15;

/** Rows that are there in a moment. */
export function LoadingRows({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <div className={styles.row} key={index} aria-hidden="true">
      <dt className={styles.name}>
        <Skeleton shape="line" />
      </dt>
      <dd className={styles.value}>
        <Skeleton shape="line" />
      </dd>
    </div>
  ));
}

/**
 * Returns a requisite's name in the player's language: our own text for it, or else the provider's.
 */
export function nameRequisite(
  { name, title }: Pick<Requisite, 'name' | 'title'>,
  text: Text,
  locale: string,
): string {
  const key = `requisite.${plainName(name)}`;
  if (isMessageKey(text, key)) return text(key);
  return title === undefined ? name : resolveProviderText(title, locale);
}

/** Returns the name of a detail as Kassa writes it: providers write `bank_name` too (§3). */
export function plainName(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a provider's text in the player's language, where the provider has it. */
export function resolveProviderText(words: ProviderText, locale: string): string {
  return typeof words === 'string' ? words : resolveName(words, locale);
}
