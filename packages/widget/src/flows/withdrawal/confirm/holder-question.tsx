import type { ComponentProps } from 'react';
import { useText } from '../../../i18n/text.ts';
import cards from '../../../ui/card.module.css';
import { Consent } from '../../../ui/consent.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './holder-question.module.css';

interface HolderQuestionProps
  extends Omit<ComponentProps<typeof Consent>, 'words' | 'missingWords'> {
  /** The account's holder, as the bank names them. */
  holder: string;
}

/** The bank names another holder than the player: they say whether the account is the right one. */
export function HolderQuestion({ holder, ...consent }: HolderQuestionProps) {
  const text = useText();
  return (
    <section className={`${cards.card} ${styles.section}`}>
      <Notice tone="warn">{text('withdrawal.holder.other', { holder })}</Notice>
      <Consent
        {...consent}
        words={text('withdrawal.holder.agree', { holder })}
        missingWords={text('withdrawal.holder.missing')}
      />
    </section>
  );
}
