import type { ExternalRedirect, ReturnReason, TransactionStatus } from '@kassa/contract';
import { explorerAddress } from '../../../features/explorer/explorer-address.ts';
import { PaymentLink } from '../../../features/payment-link/payment-link.tsx';
import { useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { closeWidget } from '../../../session/close-widget.ts';
import { useSession } from '../../../session/session.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
import { isOnItsWay } from '../chain-payment.ts';
import { isStanding } from '../standing-payment.ts';
import type { ChainUpdate } from './complete.machine.ts';
import styles from './complete-actions.module.css';
import { ShowAgain } from './show-again.tsx';
import type { PaymentPage } from './use-deposit-facts.ts';
import type { DetailsSwitch } from './use-details.ts';

interface CompleteActionsProps {
  depositId: string;
  status: TransactionStatus;
  /** The provider's page that the payment waits for. */
  redirect: ExternalRedirect | null;
  /** The widget's own page on which it can still be paid. */
  page: PaymentPage | null;
  /** The page is unknown yet: the deposit is being loaded. */
  isLooking: boolean;
  /** The player closed the window of the provider's page: the way back comes first. */
  isLeft: boolean;
  /** Forgets the closed window, once the page was opened again. */
  onOpenAgain: () => void;
  /** The player says that they have paid: nothing is left to do. */
  isClaimed: boolean;
  /** The page is a chat with an agent. */
  isChat: boolean;
  /** A coin package is paid for. */
  isPackage: boolean;
  chain: ChainUpdate | undefined;
  /** Opens the form for the same payment again; null where the method can't be used now. */
  onPayAgain: (() => void) | null;
  /** Opens the method's form for another attempt; null where the method can't be used now. */
  onRetry: (() => void) | null;
  /** The details were wrong, so that another attempt is the best action. */
  isWorthRetrying: boolean;
  /** Leads back to the address of a coin; null where the method has none, or can't be used now. */
  onAddress: (() => void) | null;
  /** Why the money is, or was, returned to the player. */
  returnReason: ReturnReason | undefined;
  /** At least a part of the credited money was taken back. */
  isTakenBack: boolean;
  /** Shows and hides the details; null where they are always there. */
  details: DetailsSwitch | null;
}

/** The player's next actions, the most likely one first. */
export function CompleteActions(props: CompleteActionsProps) {
  const { status, chain, redirect, page, isLooking, onRetry, isWorthRetrying } = props;
  const text = useText();
  const router = useRouter();
  const { isSingleDeposit } = useSession();
  if (isSingleDeposit) return <OnlyActions {...props} />;
  const goToList = () => router.navigate({ to: router.rootOf('deposit') });
  // The list of a package's methods; without it that screen leads to the packages.
  const goToMethods = () =>
    props.isPackage ? router.navigate({ to: 'Sweepstake deposit methods' }) : goToList();
  if (props.returnReason !== undefined) return <DoneActions {...props} onAnother={goToList} />;
  // A payment on its chain needs no action: the player may view it or leave.
  if (chain !== undefined && isStanding(chain) && isOnItsWay(chain, status)) {
    if (chain.isTestNetwork !== true) return <ExplorerLink chain={chain} />;
    return (
      <Button look="ghost" onClick={goToList}>
        {text(props.isPackage ? 'package.another' : 'complete.another')}
      </Button>
    );
  }
  if (chain !== undefined && !isStanding(chain) && isOpen(status) && props.onAddress !== null) {
    return <GoneActions chain={chain} onAddress={props.onAddress} onList={goToMethods} />;
  }
  switch (status) {
    case 'waiting':
      return (
        <>
          {(redirect !== null || page !== null || isLooking) && (
            <div className={styles.room}>
              <PayAgain {...props} />
            </div>
          )}
          {chain !== undefined && <ExplorerLink chain={chain} />}
          <Button look="ghost" onClick={goToMethods}>
            {text('complete.otherMethod')}
          </Button>
        </>
      );
    case 'accepted':
    case 'processed':
      return <DoneActions {...props} onAnother={goToList} />;
    default: {
      // Whoever canceled wants another way.
      const isOtherFirst = onRetry === null || status === 'canceled';
      const ways = [
        onRetry !== null && (
          <Button key="retry" look={isOtherFirst ? 'ghost' : 'primary'} onClick={onRetry}>
            {text(isWorthRetrying ? 'complete.tryAgain' : 'error.retry')}
          </Button>
        ),
        <Button key="other" look={isOtherFirst ? 'primary' : 'ghost'} onClick={goToMethods}>
          {text('complete.otherMethod')}
        </Button>,
      ];
      return isOtherFirst ? ways.reverse() : ways;
    }
  }
}

/** Returns whether another payment to the same address is credited to the deposit, or to a new one. */
function isOpen(status: TransactionStatus): boolean {
  return status !== 'processed' && status !== 'declined';
}

interface GoneActionsProps {
  chain: ChainUpdate;
  onAddress: () => void;
  onList: () => void;
}

/** The actions after a payment that the network doesn't have any more: most likely it is sent again. */
function GoneActions({ chain, onAddress, onList }: GoneActionsProps) {
  const text = useText();
  return (
    <>
      <Button onClick={onAddress}>{text('complete.chain.toAddress')}</Button>
      <ExplorerLink chain={chain} />
      <Button look="ghost" onClick={onList}>
        {text('complete.otherMethod')}
      </Button>
    </>
  );
}

/** The actions on a device that shows this deposit alone. */
function OnlyActions(props: CompleteActionsProps) {
  const text = useText();
  const { status, redirect, page } = props;
  const canPay = redirect !== null || page !== null;
  if (canPay && (status === 'waiting' || status === 'accepted')) return <PayAgain {...props} />;
  return <p className={styles.note}>{text('pay.closePage')}</p>;
}

/** The way back to a payment that can still be made, until its money or an end comes. */
function PayAgain(props: CompleteActionsProps) {
  const { depositId, redirect, page, isChat, isLeft, onOpenAgain } = props;
  const text = useText();
  const words = isChat
    ? 'complete.openChat'
    : isLeft
      ? 'complete.closed.open'
      : 'complete.openAgain';
  return (
    <>
      {redirect !== null && (
        <PaymentLink
          depositId={depositId}
          redirect={redirect}
          look={isLeft ? 'primary' : 'ghost'}
          onOpen={onOpenAgain}
        >
          {text(words)}
        </PaymentLink>
      )}
      {page !== null && <ShowAgain key={page.deadlineMs} page={page} />}
    </>
  );
}

/**
 * §4: the close button doesn't hang on the host's `closingButton`, which is about the header's. After
 * a success the host may name it.
 */
function DoneActions(props: CompleteActionsProps & { onAnother: () => void }) {
  const { status, chain, returnReason, isTakenBack, isClaimed, isLeft, details } = props;
  const { onPayAgain, onAnother } = props;
  const text = useText();
  const session = useSession();
  const isSuccess = status === 'processed' && !isTakenBack && returnReason === undefined;
  // Before the money is there the same payment again may be a slip.
  const canRepeat = onPayAgain !== null && status === 'processed' && !isTakenBack;
  // A smaller amount or another package may be paid; a block ends every deposit.
  const canDepositAgain =
    !isClaimed && returnReason !== 'playerBlocked' && returnReason !== 'selfExcluded';
  const canPay = status === 'accepted' && chain === undefined && !isClaimed;
  return (
    <>
      {canPay && isLeft && <PayAgain {...props} />}
      <Button look={canPay && isLeft ? 'ghost' : 'primary'} onClick={() => closeWidget(session)}>
        {isSuccess ? (session.hostData.backLabel ?? text('complete.backToGame')) : text('close')}
      </Button>
      {canPay && !isLeft && <PayAgain {...props} />}
      {/* These do something else in the next status: neither focus nor place is carried over. */}
      <div key={status} className={styles.pair}>
        {chain !== undefined && status === 'accepted' && <ExplorerLink chain={chain} />}
        {details !== null && (
          <Button
            look="ghost"
            aria-expanded={details.isOpen}
            aria-controls={details.id}
            onClick={details.toggle}
          >
            {text('receipt.title')}
          </Button>
        )}
        {canDepositAgain && (
          <Button look="ghost" onClick={canRepeat ? onPayAgain : onAnother}>
            {text(props.isPackage ? 'package.another' : 'complete.another')}
          </Button>
        )}
      </div>
    </>
  );
}

function ExplorerLink({ chain }: { chain: ChainUpdate }) {
  const text = useText();
  // The explorer shows the real chain alone.
  if (chain.isTestNetwork === true) return null;
  return (
    <ButtonLink
      look="ghost"
      href={explorerAddress(chain)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text('complete.chain.explorer')}
      <Glyph name="external" size={20} />
    </ButtonLink>
  );
}
