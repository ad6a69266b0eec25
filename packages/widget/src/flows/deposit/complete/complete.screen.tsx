import { cardViewTypes, decodeStatusQuery } from '@kassa/contract';
import { CoinBalances } from '../../../features/coin-package/coin-balances.tsx';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { SupportLink } from '../../../features/support/support-link.tsx';
import { usePlace, useRouter, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { Screen } from '../../../ui/screen.tsx';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';
import { HistoryLink } from '../../links/history-link.tsx';
import links from '../../links/quiet-link.module.css';
import { isOnItsWay, isOpenAmount } from '../chain-payment.ts';
import { ClaimSection, ClaimWay } from '../claim/claim-section.tsx';
import { describeTakenBack } from '../describe-taken-back.ts';
import { resolveEntry } from '../method-kinds.ts';
import { isWorthRetrying, nextBestMethod } from '../next-method/next-best-method.ts';
import { NextMethodCard } from '../next-method/next-method-card.tsx';
import { usePayWith } from '../next-method/use-pay-with.ts';
import { ChainList } from './chain-list.tsx';
import { ChainNote } from './chain-note.tsx';
import { ChainProgress } from './chain-progress.tsx';
import type { CompleteState } from './complete.machine.ts';
import styles from './complete.module.css';
import { CompleteActions } from './complete-actions.tsx';
import { CompleteDetails, CompleteNotices } from './complete-details.tsx';
import { CompleteStatus, isLeft } from './complete-status.tsx';
import { NewBalance, useBalanceBefore } from './new-balance.tsx';
import { PaymentLine } from './payment-line.tsx';
import { ReceiptActions } from './receipt/receipt-actions.tsx';
import { ShowAgain } from './show-again.tsx';
import { useDepositFacts } from './use-deposit-facts.ts';
import { useCompleteTimers, useDepositUpdates, useReported } from './use-deposit-updates.ts';
import { useDetails } from './use-details.ts';

/** The status of a deposit after its creation (§4 "Complete page"). */
export function CompleteScreen() {
  const { depositId = '', method: inAddress } = useSearch();
  const addressStatus = decodeStatusQuery(usePlace()?.flags.status ?? '');
  const {
    state: latest,
    isPast,
    isPopupClosed,
    dispatch,
    error,
    retry,
  } = useDepositUpdates({
    depositId,
    paymentMethod: inAddress ?? '',
    addressStatus,
  });
  // An update may come during a press, and would replace the button.
  const state = useHeldWhilePressed(latest);
  const { status, update, confirmations } = state;
  const facts = useDepositFacts({
    depositId,
    paymentMethod: inAddress,
    status: update?.status,
    isReceived: update?.isReceived === true,
  });
  const { isLooking, paymentMethod, method, redirect, page, createdAt, coins } = facts;
  const isPackage = coins !== undefined;
  useCompleteTimers(latest, method, dispatch);
  useReported(latest, facts.isReported, dispatch);
  const { isSingleDeposit } = useSession();
  const details = useDetails(isPast);
  const before = useBalanceBefore(latest.status === 'processed');
  const next = useNextMethod(state, paymentMethod);
  const ways = useWays(state, paymentMethod, facts.coins !== undefined);

  if (error !== null) {
    return <FailedScreen title="complete.failed" error={error} retry={retry} />;
  }
  const { chain, declineReason, returnReason } = update ?? {};
  const takenBack = update && describeTakenBack(update);
  const isChat = method?.cardViewType === cardViewTypes.cash;
  const isComing = isOnItsWay(chain, status);
  const isOnChain = chain !== undefined && (isComing || status === 'accepted');
  const { transactions = [] } = update ?? {};
  const isCredited = status === 'processed' && update !== null && takenBack === null;
  // The sum, the balance and a line say all; the rest waits behind a button.
  const isFolded = isCredited && !isPackage && !isSingleDeposit;
  const isDetailed = !isFolded || details.isOpen;
  // Money or an end say more than the player.
  const isClaimed =
    status === 'accepted' &&
    update?.isReceived !== true &&
    chain === undefined &&
    (facts.isReported || addressStatus === 'accepted');
  const said = {
    status,
    update,
    isReceived: update?.isReceived,
    hasPage: redirect !== null,
    isPopupClosed,
    isClaimed,
  };
  return (
    <Screen
      layout="form"
      isBusy={status === 'waiting'}
      footer={
        <CompleteActions
          {...ways}
          depositId={depositId}
          status={status}
          redirect={redirect}
          page={page}
          isLooking={isLooking}
          isLeft={isLeft(said)}
          onOpenAgain={forgetPopup}
          isClaimed={isClaimed}
          isChat={isChat}
          isPackage={isPackage}
          chain={chain}
          isWorthRetrying={isWorthRetrying(declineReason)}
          returnReason={returnReason}
          isTakenBack={takenBack !== null}
          details={isFolded ? details : null}
        />
      }
    >
      {isOnChain ? (
        <ChainProgress chain={chain} confirmations={confirmations} method={method} />
      ) : (
        <CompleteStatus
          {...said}
          declineReason={declineReason}
          returnReason={returnReason}
          takenBack={takenBack}
          method={method}
          canPayHere={page !== null}
          isChat={isChat}
          isPackage={isPackage}
          balance={isFolded && !isPast ? <NewBalance before={before} /> : undefined}
        />
      )}
      {update !== null && !isDetailed && (
        <PaymentLine
          depositId={depositId}
          paymentMethod={paymentMethod}
          method={method}
          reference={update.reference}
          createdAt={createdAt}
          isLooking={isLooking}
        />
      )}
      {isPackage && status === 'processed' && <CoinBalances title="complete.balance" />}
      {chain?.note !== undefined && transactions.length < 2 && <ChainNote note={chain.note} />}
      {transactions.length > 1 && <ChainList transactions={transactions} />}
      <ClaimSection depositId={depositId} status={update?.status} />
      {next !== null && <NextMethodCard {...next} />}
      {update !== null && <CompleteNotices update={update} method={method} />}
      {update !== null && isDetailed && (
        <div className={styles.details} id={details.id} ref={details.ref}>
          <CompleteDetails
            update={update}
            paymentMethod={paymentMethod}
            method={method}
            createdAt={createdAt}
            isLooking={isLooking}
            coins={coins}
          />
          {status === 'processed' && (
            <ReceiptActions depositId={depositId} isOpen={isOpenAmount(update, method)} />
          )}
          {isClaimed && page !== null && <ShowAgain key={page.deadlineMs} page={page} />}
          <div className={links.line}>
            <HistoryLink />
            {(status !== 'processed' || update.takenBack !== undefined) && <SupportLink />}
            {/* It comes and goes: in a line of its own at the end it moves nothing. */}
            {status !== 'waiting' && !isComing && (
              <div className={links.alone}>
                <ClaimWay depositId={depositId} />
              </div>
            )}
          </div>
        </div>
      )}
    </Screen>
  );
}

/** The window that the player closed is no longer the deposit's: a link has opened another one. */
function forgetPopup(): void {
  const { runningDeposit } = useSessionStore.getState();
  if (runningDeposit === null) return;
  useSessionStore.setState({ runningDeposit: { ...runningDeposit, popup: null } });
}

/**
 * Returns another method for a failed payment; null where the payment may still succeed, or no
 * other method takes it.
 */
function useNextMethod({ status, update }: CompleteState, paymentMethod: string) {
  const { offered, payWith } = usePayWith();
  // Canceled, expired and returned deposits are no failure of the method.
  if (status !== 'declined' || update === null || offered === undefined) return null;
  if (update.returnReason !== undefined) return null;
  const { amount, currency, declineReason: reason } = update;
  const method = nextBestMethod(offered, { paymentMethod, amount, currency, reason });
  if (method === null) return null;
  return { method, onUse: () => payWith(method, { amount, currency }, 'next_method') };
}

/**
 * Returns the actions that lead to this method's form: for the same payment again, or for another
 * attempt; and to the address of a coin.
 */
function useWays({ update }: CompleteState, paymentMethod: string, isPackage: boolean) {
  const router = useRouter();
  const { to, group } = useSearch();
  const { offered, canPayWith, payWith } = usePayWith();
  const method = offered?.methods.find(({ name }) => name === paymentMethod);
  // A coin is offered in the currency of the list, and paid in its own.
  const currency = method?.coin === undefined ? update?.currency : offered?.currency;
  // A package is chosen anew: its price and its coins may be others by now.
  const payAgain = (button: string) =>
    !isPackage && update !== null && currency !== undefined && canPayWith(method, currency)
      ? () => payWith(method, { amount: update.amount, currency: update.currency }, button, group)
      : null;
  // Until deposit and methods are loaded: the form that the player came from.
  const isKnown = update !== null && offered !== undefined;
  const isFromList = to === 'Deposit history' || to === 'Deposit list';
  const isCoin = method?.coin !== undefined && method.unavailable === undefined;
  return {
    // A new deposit of the same coin has the same address.
    onAddress: isCoin
      ? () => router.navigate({ to: resolveEntry(method), search: { method: method.name, group } })
      : null,
    onPayAgain: payAgain('pay_again'),
    onRetry: isKnown || isFromList ? payAgain('back_to_payment') : () => router.back(),
  };
}
