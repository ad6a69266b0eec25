import { decodeNextStep } from '@kassa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isAskedFor } from '../../../features/bonus/bonus.machine.ts';
import { hasCryptoBonus } from '../../../features/bonus/crypto-bonus.ts';
import { useBonus } from '../../../features/bonus/use-bonus.ts';
import type { Captcha } from '../../../features/captcha/use-captcha.tsx';
import { useRenewedPackages } from '../../../features/coin-package/renew-packages.ts';
import { useChosenBox } from '../../../features/coin-package/use-chosen-box.ts';
import { type Failure, toFailure } from '../../../features/failure/failure.ts';
import type { DepositOrder } from '../../../flows/deposit/deposit-attempt.ts';
import { orderOfBox } from '../../../flows/deposit/order-of-box.ts';
import { backOfAddress } from '../../../flows/deposit/run-effect.ts';
import { isStanding } from '../../../flows/deposit/standing-payment.ts';
import { depositQuery, type KnownDeposit } from '../../../flows/deposit/unfinished.queries.ts';
import { type DepositControls, useDeposit } from '../../../flows/deposit/use-deposit.ts';
import { usePlace, useRouter, useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useUser } from '../../../session/user.query.ts';
import { TransportError } from '../../../transport/transport-error.ts';
import {
  forgetDeposit,
  forgetPaid,
  isSwitching,
  keepDeposit,
  keptDepositOf,
  noteSwitch,
} from './kept-addresses.ts';
import type { CoinMethod } from './resolve-network.ts';

export interface NewAddress {
  deposit: DepositControls;
  /** Why there is no address yet; null while it is being prepared. */
  failure: Failure | null;
  retry: () => void;
}

/** An arrow key goes through the networks one by one: none is meant before the keys rest. */
const switchMs = 400;

/**
 * Creates a deposit of the coin's minimum as soon as the player has chosen the coin, and leads on to
 * its address. An open deposit of this visit with the same bonus, or, without a bonus, one that the
 * server names, is shown instead. If its payment is on the chain already, its status shows once.
 */
export function useNewAddress(method: CoinMethod, captcha: Pick<Captcha, 'solve'>): NewAddress {
  const session = useSession();
  const order = useOrder(method);
  const deposit = useDeposit({
    method,
    currency: method.coin.currency,
    captcha,
    isOnlyShown: true,
    onCreated: (depositId, created) => keepDeposit(session, wantedOf(created), depositId),
  });
  const isRenewed = usePlace()?.data === renewed;
  const adopting = useAdoption(method, order);
  const { state } = deposit;

  const create = (isAnother: boolean) => order !== null && deposit.submit({ ...order, isAnother });
  const begin = () => {
    if (order === null) return;
    noteSwitch(session, false);
    adopting.forget();
    const kept = isRenewed ? null : keptDepositOf(session, wantedOf(order));
    if (kept === null) create(isRenewed);
    else void adopting.adopt(kept, () => create(false));
  };
  const isReady = order !== null;
  const beginOnce = useEffectEvent(begin);
  useEffect(() => {
    if (!isReady) return;
    // Development runs an effect twice: only what stays mounted creates a deposit.
    const timer = setTimeout(() => beginOnce(), isSwitching(session) ? switchMs : 0);
    return () => clearTimeout(timer);
  }, [isReady, session]);

  const openId = state.kind === 'idle' ? state.duplicate?.depositId : undefined;
  const takeOpen = useEffectEvent((id: string) => {
    // Nothing tells which bonus an older deposit has: it may be none, or another one.
    if (order?.bonusId !== undefined) create(true);
    else void adopting.adopt(id, () => create(true));
  });
  useEffect(() => {
    if (openId !== undefined) takeOpen(openId);
  }, [openId]);

  useRenewedPackages(state.kind === 'idle' ? state.failure : null);
  const failure = adopting.failure ?? (state.kind === 'idle' ? state.failure : null);
  return { deposit, failure, retry: begin };
}

/** Data of a visit of the address's screen: the rate of an earlier address has run out. */
export const renewed = 'renewed';

/** Returns what the deposit of an order is kept for. */
function wantedOf({ paymentType, bonusId, box, amount }: DepositOrder) {
  const order = box && `${box.boxId} ${amount}`;
  return { method: paymentType, bonusId, order };
}

/**
 * Builds the order: the chosen coin package, or the coin's minimum, since the player decides how much
 * to send; null at first.
 */
function useOrder(method: CoinMethod): DepositOrder | null {
  const { hostData } = useSession();
  const { group } = useSearch();
  const { active, isOn, evaluate } = useBonus();
  const { data: user, isError } = useUser();
  const { min: amount, currency } = method.coin;
  const box = useChosenBox();
  const isWanted = box === null && active !== null && isOn && !hasCryptoBonus(hostData, [method]);
  // Whether it has the bonus's currency shows only with the account.
  if (isWanted && user === undefined && !isError) return null;
  const isActivatedBonus = isWanted && isAskedFor(evaluate({ method, amount, currency }));
  const base = { paymentType: method.name, group, isFromChip: false, fields: {} };
  if (box !== null) return { ...base, ...orderOfBox(box) };
  return {
    ...base,
    amount,
    currency,
    isActivatedBonus,
    bonusId: isActivatedBonus ? active.id : undefined,
  };
}

/**
 * Provides the action that leads on to an existing deposit: to its address, where that still waits for
 * its payment, or to its status, once, where its payment was seen.
 */
function useAdoption(method: CoinMethod, order: DepositOrder | null) {
  const session = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const search = useSearch();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [leaving] = useState(() => ({ hasLeft: false }));
  useEffect(() => {
    leaving.hasLeft = false;
    return () => {
      leaving.hasLeft = true;
    };
  }, [leaving]);

  async function adopt(depositId: string, otherwise: () => void): Promise<void> {
    const known = await queryClient
      .fetchQuery(depositQuery(session.transport, depositId))
      .catch(toError);
    if (leaving.hasLeft) return;
    if (known instanceof Error && !isGone(known)) return setFailure(toFailure(known));
    const isKnown = !(known instanceof Error);
    const isPaid = isKnown && isBeingPaid(known, method);
    // Its status is news once; afterwards the player wants to pay again.
    const isNews = isPaid && forgetPaid(session, depositId);
    if (!isNews && !(isKnown && isWaiting(known, method))) {
      forgetDeposit(session, depositId);
      return otherwise();
    }
    const { group } = search;
    const to = backOfAddress(search);
    if (!isNews && order !== null) keepDeposit(session, wantedOf(order), depositId);
    router.navigate({
      to: isNews ? 'Complete deposit' : 'Crypto address',
      search: { depositId, method: method.name, group, to },
      replace: true,
    });
  }

  return { adopt, failure, forget: () => setFailure(null) };
}

/** Returns whether a deposit waits for its payment by an address of the method. */
function isWaiting(known: KnownDeposit, method: CoinMethod): boolean {
  const { deposit, created } = known;
  if (created === null || deposit.paymentMethod !== method.name || isSeen(known)) return false;
  return decodeNextStep(created, method).next.kind === 'address';
}

/** Returns whether the payment of a deposit is on its chain, and not yet credited. */
function isBeingPaid(known: KnownDeposit, { name }: CoinMethod): boolean {
  const { status, paymentMethod } = known.deposit;
  return paymentMethod === name && status === 'PENDING' && isSeen(known);
}

function isSeen({ deposit: { chain } }: KnownDeposit): boolean {
  return chain !== undefined && isStanding(chain);
}

function isGone(error: Error): boolean {
  return error instanceof TransportError && error.code === 'deposit.notFound';
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
