import type { ReactNode } from 'react';
import { type Wallet, WalletButton } from '../features/wallet-button/wallet-button.tsx';
import { Button } from '../ui/button.tsx';
import type { FormControls } from './form-controls.ts';

export interface SubmitButtonProps {
  /** The id of the form's element, which may be elsewhere on the page. */
  id: string;
  form: Pick<FormControls, 'submitState' | 'isPending'>;
  /** The form was sent, and its answer is awaited. */
  isBusy: boolean;
  /** The wallet whose owner prescribes the look of the button. */
  wallet?: Wallet | undefined;
  look?: 'primary' | 'soft';
  children: ReactNode;
}

/**
 * The button that sends a form. It stays focusable while a field is missing or wrong, and a press
 * then leads to that field; it is out of reach only where no field could be corrected.
 */
export function SubmitButton({
  id,
  form,
  isBusy,
  wallet,
  look = 'primary',
  children,
}: SubmitButtonProps) {
  const { submitState, isPending } = form;
  const isWaiting = isBusy || isPending;
  const button = {
    type: 'submit',
    form: id,
    isBusy: isWaiting,
    disabled: !isWaiting && submitState === 'disabled',
    'aria-disabled': submitState === 'incomplete' || undefined,
  } as const;
  if (wallet === undefined) {
    return (
      <Button {...button} look={look}>
        {children}
      </Button>
    );
  }
  return (
    <WalletButton {...button} wallet={wallet}>
      {children}
    </WalletButton>
  );
}
