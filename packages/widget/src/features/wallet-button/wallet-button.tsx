import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/text.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import type { WalletBrand } from './drawn-wallet.ts';
import { GooglePayMark } from './google-pay-mark.tsx';
import styles from './wallet-button.module.css';

/** A wallet as its button shows it. */
export interface Wallet {
  brand: WalletBrand;
  /** The wallet's name, for a screen reader. */
  name: string;
}

interface WalletButtonProps extends Omit<ButtonProps, 'look' | 'face' | 'children'> {
  wallet: Wallet;
  /** What a press does, with the amount. The owners allow no such text in their button. */
  children: ReactNode;
}

/**
 * The button of a wallet by its owner's published rules: the mark alone, in black on a light ground
 * and white on a dark one, as large as our own buttons. The amount stands above it.
 *
 * Apple: Human Interface Guidelines, Apple Pay; the browser draws the button. Google: Google Pay Web
 * brand guidelines; the button without a text needs no translation of Google's.
 */
export function WalletButton({ wallet: { brand, name }, children, ...button }: WalletButtonProps) {
  const text = useText();
  const noteId = useId();
  return (
    <div className={styles.wallet}>
      <p className={styles.amount} id={noteId}>
        {children}
      </p>
      <Button
        {...button}
        face={styles[brand]}
        aria-label={text('deposit.payWith', { wallet: name })}
        aria-describedby={noteId}
      >
        {brand === 'googlePay' && <GooglePayMark />}
      </Button>
    </div>
  );
}
