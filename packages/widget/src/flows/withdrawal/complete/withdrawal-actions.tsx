import type { Withdrawal } from '@kassa/contract';
import { explorerAddress } from '../../../features/explorer/explorer-address.ts';
import { useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { closeWidget } from '../../../session/close-widget.ts';
import { useSession } from '../../../session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
import { CancelWithdrawal } from '../parts/cancel-withdrawal.tsx';
import { wordsFor } from '../parts/words-for.ts';
import { useWithdrawalAnalytics } from '../use-withdrawal-analytics.ts';
import { isUnderWay } from '../use-withdrawal-list.ts';

/**
 * The player's next actions. The close button doesn't hang on the host's `closingButton`, which is
 * about the header's (§4).
 */
export function WithdrawalActions({ withdrawal }: { withdrawal: Withdrawal | undefined }) {
  const text = useText();
  const session = useSession();
  const isPaid = withdrawal?.status === 'PAID';
  const isOpen = withdrawal === undefined || isUnderWay(withdrawal);
  const label = isPaid
    ? (session.hostData.backLabel ?? text('complete.backToGame'))
    : text('close');
  if (!isOpen && !isPaid) {
    return (
      <>
        <Another look="primary" currency={withdrawal.currency} />
        <Button look="ghost" onClick={() => closeWidget(session)}>
          {label}
        </Button>
      </>
    );
  }
  const another = <Another look="ghost" currency={withdrawal?.currency} />;
  return (
    <>
      <Button onClick={() => closeWidget(session)}>{label}</Button>
      <ExplorerLink withdrawal={withdrawal} />
      {withdrawal !== undefined && isOpen ? (
        <CancelWithdrawal withdrawal={withdrawal} otherwise={another} />
      ) : (
        another
      )}
    </>
  );
}

interface AnotherProps {
  look: 'primary' | 'ghost';
  currency: string | undefined;
}

function Another({ look, currency }: AnotherProps) {
  const text = useText();
  const router = useRouter();
  const { send } = useWithdrawalAnalytics();
  const handleAnother = () => {
    send('button', { button_name: 'another' });
    router.navigate({ to: router.rootOf('withdrawal') });
  };
  return (
    <Button look={look} onClick={handleAnother}>
      {text(wordsFor('withdrawal.another', currency))}
    </Button>
  );
}

/** Leads to the transaction of a payout on a chain, once there is one. */
function ExplorerLink({ withdrawal }: { withdrawal: Withdrawal | undefined }) {
  const text = useText();
  const transaction = withdrawal?.transaction ?? null;
  if (transaction === null) return null;
  return (
    <ButtonLink
      look="ghost"
      href={explorerAddress(transaction)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text('complete.chain.explorer')}
      <Glyph name="external" size={20} />
    </ButtonLink>
  );
}
