import type { PaymentGroup, PaymentMethod } from '@kassa/contract';

export type MethodSection =
  | { kind: 'recommended'; methods: PaymentMethod[] }
  | { kind: 'group'; group: PaymentGroup; methods: PaymentMethod[] }
  | { kind: 'other'; methods: PaymentMethod[] };

const recommendedCount = 4;
/** A heading over a single tile is more noise than order: such a method joins the others. */
const smallestGroup = 2;

/**
 * Lays out the list: a few popular methods first, and before them the one that the player used last,
 * then each group, then the rest; all by position. A method stands in one place only.
 * @param lastUsed - a name; one that is not on offer, or closed, is none
 */
export function arrangeMethods(
  methods: readonly PaymentMethod[],
  groups: readonly PaymentGroup[],
  lastUsed: string | null = null,
): MethodSection[] {
  const sorted = sortByPosition(methods);
  const taken = new Set<PaymentMethod>();
  const take = (isWanted: (method: PaymentMethod) => boolean, count = sorted.length) => {
    const found = sorted.filter((method) => !taken.has(method) && isWanted(method));
    const kept = found.slice(0, count);
    for (const method of kept) taken.add(method);
    return kept;
  };
  // What can't be chosen isn't recommended.
  const isOpen = ({ unavailable }: PaymentMethod) => unavailable === undefined;
  const last = take((method) => method.name === lastUsed && isOpen(method));
  const popular = take(
    (method) => method.isPopular === true && isOpen(method),
    recommendedCount - last.length,
  );
  const grouped = sortByPosition(groups).map((group): MethodSection => {
    const names = new Set(group.paymentMethods);
    return { kind: 'group', group, methods: take(({ name }) => names.has(name)) };
  });
  const isSmall = ({ methods }: MethodSection) => methods.length < smallestGroup;
  const other = [
    ...grouped.filter(isSmall).flatMap(({ methods }) => methods),
    ...sorted.filter((method) => !taken.has(method)),
  ];
  const sections: MethodSection[] = [
    { kind: 'recommended', methods: [...last, ...popular] },
    ...grouped.filter((section) => !isSmall(section)),
    { kind: 'other', methods: other },
  ];
  return sections.filter(({ methods }) => methods.length > 0);
}

/** Methods or groups in the order of the catalogue (§2 "sorted by position"). */
export function sortByPosition<Item extends { position: number }>(items: readonly Item[]): Item[] {
  return [...items].sort((left, right) => left.position - right.position);
}
