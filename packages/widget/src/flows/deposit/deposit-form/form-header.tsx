import { cardViewTypes, type PaymentMethod } from '@kassa/contract';
import { MethodCard } from '../../../features/method-card/method-card.tsx';
import { isMessageKey, useText } from '../../../i18n/text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './form-header.module.css';
import type { FormKind } from './form-kind.ts';
import { GuideLinks } from './guide-links.tsx';

interface FormHeaderProps {
  kind: FormKind;
  method: PaymentMethod;
  /** The country that the player pays from, ISO 3166-1 in lower case. */
  country: string;
  isContinuing: boolean;
}

/** The content above a form's fields: the method, and how it works. */
export function FormHeader({ kind: { Intro }, method, country, isContinuing }: FormHeaderProps) {
  const text = useText();
  return (
    <>
      <div className={styles.method}>
        <MethodCard method={method} />
        {method.cardViewType === cardViewTypes.card && <BrandMarks iconIds={method.iconIds} />}
      </div>
      {!isContinuing && (
        <>
          <Banner method={method} />
          {Intro !== undefined && <Intro method={method} />}
          <GuideLinks method={method} country={country} />
        </>
      )}
      <div className={styles.live} role="status">
        {isContinuing && <Notice glyph="shield">{text('deposit.moreDetails.text')}</Notice>}
      </div>
    </>
  );
}

/** The catalogue's line above a form (§3 `banner`); nothing where it has no text. */
function Banner({ method: { banner } }: { method: PaymentMethod }) {
  const text = useText();
  const key = banner?.bannerTextKey ?? '';
  if (!isMessageKey<'banner.'>(text, key)) return null;
  return <Notice>{text(key)}</Notice>;
}

/**
 * The card brands that a card form takes (§9 card). A single brand adds nothing to the method's
 * name.
 */
function BrandMarks({ iconIds }: Pick<PaymentMethod, 'iconIds'>) {
  const text = useText();
  if (iconIds.length < 2) return null;
  return (
    <div className={styles.brands}>
      <span id="accepted-cards">{text('deposit.acceptedCards')}</span>
      <ul className={styles.marks} aria-labelledby="accepted-cards">
        {iconIds.map((id) => (
          <li key={id} className={styles.mark}>
            <Icon id={id} name={brandName(id)} size="small" />
            <span className={styles.name}>{brandName(id)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns a brand's name by its logo's: `american-express` is American Express, in every language.
 */
function brandName(iconId: string): string {
  return iconId.replace(
    /(^|-)([a-z])/g,
    (_, dash: string, letter: string) => `${dash === '' ? '' : ' '}${letter.toUpperCase()}`,
  );
}
