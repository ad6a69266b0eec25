import type { PaymentGroup, PaymentMethod } from '@kassa/contract';

export type MethodSection =
  | { kind: 'recommended'; methods: PaymentMethod[] }
  | { kind: 'group'; group: PaymentGroup; methods: PaymentMethod[] }
  /** Groups that are one tile each, linked to a list of all their methods. */
  | { kind: 'folded'; groups: FoldedGroup[] }
  | { kind: 'other'; methods: PaymentMethod[] };

/** A group, and all of its methods that are on offer, as in its own list. */
export interface FoldedGroup {
  group: PaymentGroup;
  methods: PaymentMethod[];
}

export interface ArrangeOptions {
  /** The name of the first method; ignored where it is not on offer or in maintenance. */
  first?: string | null;
  /** Methods without a group stand before the groups that are one tile each. */
  isSingleFirst?: boolean;
}

/**
 * A group with more methods than this is one tile, linked to its own list: a tap more. Six are half
 * of a phone's screen.
 */
const openGroupCount = 6;

/** A group from this position on stands apart: after all others, with all of its tiles. */
const apartPosition = 900;

const recommendedCount = 4;
/** The smallest number of methods under a heading of their own; a single one joins the others. */
const smallestGroup = 2;

/**
 * Arranges the list: the one that is to be first and a few popular ones, then each small group, the
 * large groups as tiles, the rest, and the groups that stand apart; all by position, those in
 * maintenance last. A method appears once, but the recommended ones are in their folded group's list
 * too. Whether a group is folded depends on the group alone, so that the first method doesn't
 * change it.
 */
export function arrangeMethods(
  methods: readonly PaymentMethod[],
  groups: readonly PaymentGroup[],
  { first = null, isSingleFirst = false }: ArrangeOptions = {},
): MethodSection[] {
  const sorted = sortByPosition(methods);
  const taken = new Set<PaymentMethod>();
  const take = (isWanted: (method: PaymentMethod) => boolean, count = sorted.length) => {
    const found = sorted.filter((method) => !taken.has(method) && isWanted(method));
    const kept = found.slice(0, count);
    for (const method of kept) taken.add(method);
    return kept;
  };
  const leading = take((method) => method.name === first && isOpen(method));
  const popular = take(
    (method) => method.isPopular === true && isOpen(method),
    recommendedCount - leading.length,
  );
  const open: Extract<MethodSection, { kind: 'group' }>[] = [];
  const folded: FoldedGroup[] = [];
  const apart: typeof open = [];
  for (const group of sortByPosition(groups)) {
    const all = methodsOfGroup(sorted, group);
    const names = new Set(all);
    const rest = take((method) => names.has(method));
    if (group.position >= apartPosition) {
      apart.push({ kind: 'group', group, methods: rest });
      continue;
    }
    if (all.length > openGroupCount) folded.push({ group, methods: all });
    else if (rest.length >= smallestGroup) open.push({ kind: 'group', group, methods: rest });
    else for (const method of rest) taken.delete(method);
  }
  const other = sorted.filter((method) => !taken.has(method));
  const tiles: MethodSection = { kind: 'folded', groups: folded };
  const singles: MethodSection = { kind: 'other', methods: other };
  const sections: MethodSection[] = [
    { kind: 'recommended', methods: [...leading, ...popular] },
    ...open,
    ...(isSingleFirst ? [singles, tiles] : [tiles, singles]),
    ...apart,
  ];
  return sections.filter((section) => sizeOf(section) > 0);
}

/** Whether a method can be chosen now. Others aren't recommended. */
export function isOpen({ unavailable }: Pick<PaymentMethod, 'unavailable'>): boolean {
  return unavailable === undefined;
}

/** Returns the number of tiles of a section. */
export function sizeOf(section: MethodSection): number {
  return section.kind === 'folded' ? section.groups.length : section.methods.length;
}

/** Returns all methods of a group that are on offer, by position. */
export function methodsOfGroup(
  methods: readonly PaymentMethod[],
  { paymentMethods }: Pick<PaymentGroup, 'paymentMethods'>,
): PaymentMethod[] {
  const names = new Set(paymentMethods);
  return sortByPosition(methods.filter(({ name }) => names.has(name)));
}

interface Placed
  extends Pick<PaymentMethod, 'position'>,
    Partial<Pick<PaymentMethod, 'unavailable'>> {}

/**
 * Sorts methods or groups by their position in the catalogue (§2 "sorted by position"); methods in
 * maintenance come last.
 */
export function sortByPosition<Item extends Placed>(items: readonly Item[]): Item[] {
  return [...items].sort(
    (left, right) => Number(isOpen(right)) - Number(isOpen(left)) || left.position - right.position,
  );
}
