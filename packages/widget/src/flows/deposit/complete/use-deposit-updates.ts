import {
  blockchains,
  decodePush,
  type PaymentMethod,
  type TransactionStatus,
} from '@kassa/contract';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react';
import { renewOffer } from '../../../session/offer-changes.ts';
import { type Session, useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { refreshUser } from '../../../session/user.query.ts';
import { isOnItsWay } from '../chain-payment.ts';
import { depositStatusQuery } from '../deposit.queries.ts';
import { depositListQuery } from '../unfinished.queries.ts';
import {
  type CompleteEntry,
  type CompleteEvent,
  type CompleteState,
  longWaitMs,
  pollDelayMs,
  reduceComplete,
  startComplete,
} from './complete.machine.ts';

interface FollowedDeposit {
  depositId: string;
  paymentMethod: string;
  /** The address's `status`. */
  addressStatus: TransactionStatus | null;
}

/**
 * Follows a deposit by pushes and by polling with back-off. The status is also loaded on every
 * connect, as pushes may have been missed before, and when the player seems to return from the
 * provider. The host is told of every change, and the balance is loaded when money arrived. Leaving
 * the page clears the deposit (§4).
 */
export function useDepositUpdates({ depositId, paymentMethod, addressStatus }: FollowedDeposit) {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  const [{ stored, isPast }] = useState(() => readStored(queryClient, transport, depositId));
  const entry: CompleteEntry = { depositId, addressStatus, stored };
  const [state, dispatch] = useReducer(reduceComplete, entry, startComplete);
  const isComing = isOnItsWay(state.update?.chain, state.status);
  const watched = isComing ? 'waiting' : state.status;
  const query = useQuery({
    ...depositStatusQuery(transport, { depositId, paymentMethod }),
    refetchInterval: ({ state: { dataUpdateCount } }) => pollDelayMs(watched, dataUpdateCount),
    refetchIntervalInBackground: true,
  });
  const { data, refetch } = query;

  useEffect(() => {
    if (data?.depositId === depositId) dispatch({ kind: 'updated', update: data });
  }, [data, depositId]);

  const isPopupClosed = useHints(depositId, dispatch, refetch);
  useReports(depositId, state.status, isPast);
  useReset(depositId);

  return {
    state,
    /** The deposit had ended before the page was opened. */
    isPast,
    /** The player closed the window of the provider's page, and hasn't opened it again. */
    isPopupClosed,
    /** Dispatches the events of {@link useCompleteTimers}. */
    dispatch,
    /** The error where nothing is known at all. Later failures keep what is shown. */
    error: data === undefined && state.update === null ? query.error : null,
    retry: refetch,
  };
}

/** Returns the known update on entry: from an earlier status, or from the player's list. */
function readStored(
  queryClient: QueryClient,
  transport: Session['transport'],
  depositId: string,
): Pick<CompleteEntry, 'stored'> & { isPast: boolean } {
  const { queryKey } = depositStatusQuery(transport, { depositId, paymentMethod: '' });
  const asked = queryClient.getQueryData(queryKey);
  if (asked !== undefined) return { stored: asked, isPast: false };
  const list = queryClient.getQueryData(depositListQuery(transport).queryKey);
  const listed = list?.deposits.find((deposit) => deposit.depositId === depositId);
  if (listed === undefined) return { stored: null, isPast: false };
  return { stored: listed, isPast: listed.status !== 'PENDING' };
}

/** The time in ms after which a window that was really closed has given the focus back. */
const refocusMs = 500;

/**
 * Applies pushes, and loads the status after any hint that it may have changed. Only the server's
 * response decides. Returns whether the player closed the popup.
 */
function useHints(
  depositId: string,
  dispatch: Dispatch<CompleteEvent>,
  refetch: () => unknown,
): boolean {
  const { transport } = useSession();
  useEffect(
    () =>
      transport.onPush((push) => {
        if (push.name !== 'deposit.status' || push.data.depositId !== depositId) return;
        const status = decodePush(push.data);
        if (status === null) dispatch({ kind: 'unknownPushed' });
        else dispatch({ kind: 'updated', update: { ...push.data, status } });
        void refetch();
      }),
    [transport, depositId, dispatch, refetch],
  );
  useEffect(() => transport.onConnect(() => void refetch()), [transport, refetch]);
  const popup = useSessionStore(({ runningDeposit }) =>
    runningDeposit?.depositId === depositId ? runningDeposit.popup : null,
  );
  const [closed, setClosed] = useState<typeof popup>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = popup?.onClosed((isReturned) => {
      void refetch();
      if (isReturned) return;
      // A provider's page that has cut the window off is still in front of this one.
      timer = setTimeout(() => document.hasFocus() && setClosed(popup), refocusMs);
    });
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, [popup, refetch]);
  useEffect(() => {
    const handleFocus = () => void refetch();
    window.addEventListener('focus', handleFocus);
    return () => window.removeEventListener('focus', handleFocus);
  }, [refetch]);
  return popup !== null && closed === popup;
}

/**
 * Runs the timer of the long wait (§9), and the timer of the chain's blocks, which each block
 * restarts (§4).
 */
export function useCompleteTimers(
  { status, confirmations, update }: CompleteState,
  method: PaymentMethod | undefined,
  dispatch: Dispatch<CompleteEvent>,
): void {
  const waitMs = longWaitMs(method);
  useEffect(() => {
    if (status !== 'waiting') return;
    const timer = setTimeout(() => dispatch({ kind: 'waitedLong' }), waitMs);
    return () => clearTimeout(timer);
  }, [status, waitMs, dispatch]);

  const blockchain = isOnItsWay(update?.chain, status) ? update?.chain?.blockchain : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each block restarts the timer
  useEffect(() => {
    if (blockchain === undefined) return;
    const { blockMs } = blockchains[blockchain];
    const timer = setTimeout(() => dispatch({ kind: 'blockPassed' }), blockMs);
    return () => clearTimeout(timer);
  }, [blockchain, confirmations, dispatch]);
}

/** Accepts a waiting deposit that the player has reported as paid, as after the press itself. */
export function useReported(
  { status }: CompleteState,
  isReported: boolean,
  dispatch: Dispatch<CompleteEvent>,
): void {
  useEffect(() => {
    if (isReported && status === 'waiting') dispatch({ kind: 'reported' });
  }, [isReported, status, dispatch]);
}

/** Tells the host of each status, except for one that the deposit had long before. */
function useReports(depositId: string, status: TransactionStatus, isPast: boolean): void {
  const session = useSession();
  const queryClient = useQueryClient();
  const past = useRef(isPast ? status : null);
  useEffect(() => {
    if (past.current === status) return;
    past.current = null;
    session.bridge.send({ messageType: 'depositStatus', payload: { depositId, status } });
    if (status !== 'processed') return;
    void refreshUser(queryClient);
    // It is the last paid deposit now.
    renewOffer(queryClient);
  }, [session, depositId, status, queryClient]);
}

/** §4: leaving resets what is known of the transaction. */
function useReset(depositId: string): void {
  const { transport } = useSession();
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      const { queryKey } = depositStatusQuery(transport, { depositId, paymentMethod: '' });
      queryClient.removeQueries({ queryKey, exact: true });
      const { runningDeposit } = useSessionStore.getState();
      if (runningDeposit?.depositId === depositId) {
        useSessionStore.setState({ runningDeposit: null });
      }
    },
    [queryClient, transport, depositId],
  );
}
