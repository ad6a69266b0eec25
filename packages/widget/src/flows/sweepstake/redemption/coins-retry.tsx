import { useText } from '../../../i18n/text.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { useCoinsRetry } from './redemption.queries.ts';

/** The button that asks for coins again which could not be had. */
export function CoinsRetry({ look }: Required<Pick<ButtonProps, 'look'>>) {
  const text = useText();
  const { isBusy, retry } = useCoinsRetry();
  return (
    <Button look={look} isBusy={isBusy} onClick={retry}>
      {text('error.retry')}
    </Button>
  );
}
