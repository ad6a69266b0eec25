import type { Bonus, ExternalRedirect } from '@kassa/contract';
import { create } from 'zustand';
import type { PaymentPopup } from '../popup/payment-popup.ts';
import type { Session } from './session.ts';

/** What a screen is about: money in, or money out. */
export type Transaction = 'deposit' | 'withdrawal';

/** A deposit that was just created, and the provider's page it waits for. */
export interface RunningDeposit {
  depositId: string;
  redirect: ExternalRedirect | null;
  /** Where that page stands, unless a link was followed to it. */
  popup: PaymentPopup | null;
}

/** What a player typed into a payment form, by field. It may be payment details: memory only. */
export type FormDraft = Readonly<Record<string, string>>;

interface SessionState {
  /** Name of the method the player chose in each flow; the address holds it too, for a reload. */
  chosenMethods: Readonly<Record<Transaction, string | null>>;
  /** The region the player chose to look at; null for the host's. */
  region: string | null;
  /** The sweepstake package the player chose. */
  chosenBox: string | null;
  /** What the host offers now (§4 'bonus-list-updated'). */
  bonusList: readonly Bonus[];
  runningDeposit: RunningDeposit | null;
  /** What was typed into payment forms, by form, so that it survives a look at another screen. */
  formDrafts: Readonly<Record<string, FormDraft>>;
  hasLoaded: boolean;
  /** What the screen is about, for whoever leaves from it. */
  transaction: Transaction;
  /** Forgets what was chosen: another player has come. */
  forgetChoices(): void;
  setTransaction(transaction: Transaction): void;
  /** Null forgets what was chosen in a flow. */
  chooseMethod(flow: Transaction, name: string | null): void;
  chooseRegion(country: string | null): void;
  chooseBox(boxId: string | null): void;
  setBonusList(bonusList: readonly Bonus[]): void;
  startDeposit(deposit: RunningDeposit): void;
  /** Null forgets what was typed. */
  keepFormDraft(form: string, draft: FormDraft | null): void;
  /** Once, when the first screen is usable: tells the host, and begins what that screen didn't wait for. */
  markLoaded(session: Pick<Session, 'bridge' | 'transport' | 'product'>): void;
}

const noMethods = { deposit: null, withdrawal: null };

/** The little that is neither on the server nor in the address. */
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
    // Measuring is worth nothing to the player: where it can't be loaded, nothing is missing.
    import('../telemetry/start-rum.ts')
      .then(({ startRum }) => startRum({ product }))
      .catch(() => {});
  },
}));
