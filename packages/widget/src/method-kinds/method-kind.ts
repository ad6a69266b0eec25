import type { Route } from '../routing/route.ts';
import type { RouteName } from '../routing/route-names.ts';

/** A way of paying that has screens of its own (§9 "Card view types"): a folder here. */
export interface MethodKind {
  name: string;
  /** The numbers on the wire that pick this kind. */
  cardViewTypes: readonly number[];
  /** The screen that a chosen method leads to. */
  entry: RouteName;
  /** Its screens. */
  routes: readonly Route[];
}
