import type { RouteName } from '../routing/route-names.ts';

/**
 * A way of paying that has screens of its own (§9 "Card view types"): a folder here, with this in its
 * kind.ts and the screens in its routes.ts.
 */
export interface MethodKind {
  name: string;
  /** The numbers on the wire that pick this kind. */
  cardViewTypes: readonly number[];
  /** The categories that pick it, whatever the number. */
  categories?: readonly string[];
  /** The screen that a chosen method leads to. */
  entry: RouteName;
  /** The same for one chosen from a group's list. */
  entryInGroup?: RouteName;
  /** The groups that have a list of this kind's own (§2). */
  groups?: { names: readonly string[]; list: RouteName };
}
