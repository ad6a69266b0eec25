import type { ExternalRedirect } from '@kassa/contract';
import { create } from 'zustand';

/** A deposit that was just created, and the provider's page it waits for. */
export interface RunningDeposit {
  depositId: string;
  redirect: ExternalRedirect | null;
}

interface SessionState {
  /** Name of the method the player chose; the address holds it too, for a reload. */
  chosenMethod: string | null;
  runningDeposit: RunningDeposit | null;
  chooseMethod(name: string | null): void;
  startDeposit(deposit: RunningDeposit): void;
}

/** The little that is neither on the server nor in the address. */
export const useSessionStore = create<SessionState>((set) => ({
  chosenMethod: null,
  runningDeposit: null,
  chooseMethod: (chosenMethod) => set({ chosenMethod }),
  startDeposit: (runningDeposit) => set({ runningDeposit }),
}));
