import type { PaymentCode } from '@kassa/contract';
import { type ReactNode, useId, useRef } from 'react';
import { type MessageKey, useText } from '../../i18n/text.ts';
import cards from '../../ui/card.module.css';
import { Glyph } from '../../ui/glyph.tsx';
import { useMediaQuery, wideFrame } from '../../ui/use-media-query.ts';
import { CopyWideButton } from '../copy/copy-wide-button.tsx';
import { AppLink } from '../payment-link/app-link.tsx';
import styles from './payment-code-card.module.css';
import { QrCode } from './qr-code.tsx';

/** The texts for a kind of payment code. */
export interface CodeWords {
  /** The picture's name for screen readers. */
  picture: MessageKey;
  /** The name of the code as text. */
  code: MessageKey;
  copy: MessageKey;
  /** The text above the picture. */
  scan: MessageKey;
  /** The link to the app in which the code is paid. */
  app: MessageKey;
}

interface PaymentCodeCardProps {
  code: PaymentCode;
  words: CodeWords;
  /** The player used the code: they may have paid from now on. */
  onUse?: ((how: CodeUse) => void) | undefined;
  /** The code is used on this device, however wide its frame is. */
  isUsedHere?: boolean;
  /** The code is the cashier's own link, which a player may send to themselves. */
  isOwnLink?: boolean;
  /** The ways to use the code on this device, instead of its link and its text. */
  children?: ReactNode;
}

/** `select`: copied by hand, `picture`: shown to another device. */
export type CodeUse = 'copy' | 'select' | 'link' | 'picture';

/** A wide frame, or a mouse: the code is scanned from it. */
const desk = `${wideFrame}, (hover: hover) and (pointer: fine)`;

/** Whether the player sits at a device that a phone scans, and not at the phone itself. */
export function useIsAtDesk(): boolean {
  return useMediaQuery(desk);
}

/**
 * A payment code to be scanned, copied or opened in an app. On a desktop the picture comes first.
 * On a phone, which can't scan itself, the buttons do, and the picture is folded.
 */
export function PaymentCodeCard(props: PaymentCodeCardProps) {
  const { code, words, onUse, isUsedHere = false, isOwnLink = false, children } = props;
  const text = useText();
  const isAtDesk = useIsAtDesk() && !isUsedHere;
  const { payLink, picture } = code;
  const hasText = isOwnLink || isCopyable(code.text);
  const canPress = isPressable(code) || hasText || children !== undefined;
  const scan = isScannable(code) && (
    <div className={styles.part} key="scan">
      <Fold isFolded={!isAtDesk && canPress} onOpen={() => onUse?.('picture')}>
        <p className={styles.note}>{text(words.scan)}</p>
        <QrCode text={code.text} picture={picture} label={text(words.picture)} />
      </Fold>
    </div>
  );
  const press = canPress && (
    <div className={styles.part} key="press">
      {children}
      {children === undefined && payLink !== null && (
        <AppLink
          className={styles.link}
          href={payLink}
          isPrimary={!isAtDesk}
          onFollow={() => onUse?.('link')}
        >
          {text(words.app)}
          <Glyph name="external" size={20} />
        </AppLink>
      )}
      {children === undefined && hasText && code.text !== null && (
        <CodeText
          value={code.text}
          words={words}
          isPrimary={!isAtDesk && payLink === null}
          onUse={(how) => onUse?.(how)}
        />
      )}
    </div>
  );
  return (
    <section className={`${cards.card} ${styles.card}`} aria-label={text(words.code)}>
      {isAtDesk ? [scan, press] : [press, scan]}
    </section>
  );
}

/** Whether a code can be scanned. */
export function isScannable({ text, picture }: PaymentCode): boolean {
  return text !== null || picture !== null;
}

/** Whether a code's text is for copying: a link is opened or scanned, and no bank takes it as a text. */
export function isCopyable(text: string | null): boolean {
  return text !== null && !/^[a-z][a-z\d+.-]*:\S/i.test(text);
}

/** Whether a code can be used on the device that shows it. */
function isPressable({ text, payLink }: PaymentCode): boolean {
  return isCopyable(text) || payLink !== null;
}

interface FoldProps {
  isFolded: boolean;
  onOpen: () => void;
  children: ReactNode;
}

/** The picture of a code, behind a press where it isn't the way that most players pay. */
function Fold({ isFolded, onOpen, children }: FoldProps) {
  const text = useText();
  if (!isFolded) return children;
  return (
    <details onToggle={(event) => event.currentTarget.open && onOpen()}>
      <summary className={styles.summary}>{text('code.showPicture')}</summary>
      <div className={styles.folded}>{children}</div>
    </details>
  );
}

interface CodeTextProps {
  value: string;
  words: CodeWords;
  isPrimary: boolean;
  onUse: (how: 'copy' | 'select') => void;
}

/** The code as text, in a box from which it can be copied by hand too. */
function CodeText({ value, words, isPrimary, onUse }: CodeTextProps) {
  const text = useText();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const select = () => {
    box.current?.focus();
    box.current?.select();
    onUse('select');
  };
  return (
    <>
      <CopyWideButton
        value={value}
        label={text(words.copy)}
        isPrimary={isPrimary}
        onDone={() => onUse('copy')}
        onForbidden={select}
      />
      <label className={styles.label} htmlFor={id}>
        {text(words.code)}
      </label>
      <textarea
        className={styles.text}
        id={id}
        ref={box}
        dir="ltr"
        rows={3}
        readOnly
        spellCheck={false}
        value={value}
        onCopy={() => onUse('select')}
        onFocus={(event) => event.currentTarget.select()}
      />
    </>
  );
}
