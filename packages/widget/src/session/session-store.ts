import type { Bonus, ExternalRedirect } from '@kassa/contract';
import { create } from 'zustand';
import type { PaymentPopup } from '../popup/payment-popup.ts';
import type { Session } from './session.ts';

/** The flow of a screen: money in, or money out. */
export type Transaction = 'deposit' | 'withdrawal';

/** A deposit that was just created, and the provider's page that it waits for. */
export interface RunningDeposit {
  depositId: string;
  redirect: ExternalRedirect | null;
  /** The popup with that page, unless the player followed a link to it. */
  popup: PaymentPopup | null;
  /** The player only looked at the address of a coin: nothing was pressed or paid. */
  isOnlyShown?: boolean;
}

/**
 * The player's input in a payment form, by field. It may hold payment details: kept in memory only.
 */
export type FormDraft = Readonly<Record<string, string>>;

interface SessionState {
  /** The name of the chosen method in each flow. The address holds it too, for a reload. */
  chosenMethods: Readonly<Record<Transaction, string | null>>;
  /** The region that the player chose; null for the host's. */
  region: string | null;
  /** The sweepstake package that the player chose. */
  chosenBox: string | null;
  /** The host's latest list (§4 'bonus-list-updated'). */
  bonusList: readonly Bonus[];
  runningDeposit: RunningDeposit | null;
  /** The drafts of payment forms, for the player's return from another screen. */
  formDrafts: Readonly<Record<string, FormDraft>>;
  hasLoaded: boolean;
  /** The flow of the current screen, reported when the player leaves. */
  transaction: Transaction;
  /** Clears all choices, for another player. */
  forgetChoices(): void;
  setTransaction(transaction: Transaction): void;
  /** Null clears the choice of a flow. */
  chooseMethod(flow: Transaction, name: string | null): void;
  chooseRegion(country: string | null): void;
  chooseBox(boxId: string | null): void;
  setBonusList(bonusList: readonly Bonus[]): void;
  startDeposit(deposit: RunningDeposit): void;
  /** Null deletes the draft. */
  keepFormDraft(form: string, draft: FormDraft | null): void;
  /**
   * Marks the first screen as usable, once: tells the host, and starts what was deferred until
   * then.
   */
  markLoaded(session: Pick<Session, 'bridge' | 'transport' | 'product'>): void;
}

const noMethods = { deposit: null, withdrawal: null };

/** The state that is neither on the server nor in the address. */
export const useSessionStore = create<SessionState>((set, get) => ({
  chosenMethods: noMethods,
  region: null,
  chosenBox: null,
  bonusList: [],
  runningDeposit: null,
  formDrafts: {},
  hasLoaded: false,
  transaction: 'deposit',
  forgetChoices: () =>
    set({
      chosenMethods: noMethods,
      region: null,
      chosenBox: null,
      runningDeposit: null,
      formDrafts: {},
    }),
  setTransaction: (transaction) => set({ transaction }),
  chooseMethod: (flow, name) => set({ chosenMethods: { ...get().chosenMethods, [flow]: name } }),
  chooseRegion: (region) => set({ region, chosenMethods: noMethods }),
  chooseBox: (chosenBox) => set({ chosenBox }),
  setBonusList: (bonusList) => set({ bonusList }),
  startDeposit: (runningDeposit) => set({ runningDeposit }),
  keepFormDraft: (form, draft) => {
    const { [form]: _, ...others } = get().formDrafts;
    set({ formDrafts: draft === null ? others : { ...others, [form]: draft } });
  },
  markLoaded: ({ bridge, transport, product }) => {
    if (get().hasLoaded) return;
    set({ hasLoaded: true });
    performance.mark('kassa:full-loaded');
    bridge.send({ messageType: 'FullLoaded' });
    transport.start();
    // The widget works without measurements where their code fails to load.
    import('../telemetry/start-rum.ts')
      .then(({ startRum }) => startRum({ product }))
      .catch(() => {});
  },
}));
