import type { ComponentType } from 'react';

/** A way of paying that has screens of its own (§9 "Card view types"): a folder here. */
export interface MethodKind {
  name: string;
  /** The numbers on the wire that pick this kind. */
  cardViewTypes: readonly number[];
  /** Where its first screen stands. */
  path: string;
  /** Loads the first screen, when a player first goes there. */
  loadScreen: () => Promise<ComponentType>;
}
