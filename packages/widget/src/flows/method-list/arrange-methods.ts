import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { searchByName } from '../../features/search/search-by-name.ts';
import { resolveName } from '../../i18n/text.ts';

export type MethodSection =
  | { kind: 'recommended'; methods: PaymentMethod[] }
  | { kind: 'group'; group: PaymentGroup; methods: PaymentMethod[] }
  | { kind: 'other'; methods: PaymentMethod[] };

const recommendedCount = 4;
/** A heading over a single tile is more noise than order: such a method joins the others. */
const smallestGroup = 2;

/**
 * Lays out the list: a few popular methods first, then each group, then the rest; all by position.
 * A method stands in one place only.
 */
export function arrangeMethods(methods: PaymentMethod[], groups: PaymentGroup[]): MethodSection[] {
  const rest = sortByPosition(methods);
  const take = (isWanted: (method: PaymentMethod) => boolean, count = rest.length) => {
    const taken = rest.filter(isWanted).slice(0, count);
    for (const method of taken) rest.splice(rest.indexOf(method), 1);
    return taken;
  };
  // What can't be chosen isn't recommended.
  const isRecommended = ({ isPopular, unavailable }: PaymentMethod) =>
    isPopular === true && unavailable === undefined;
  const recommended = take(isRecommended, recommendedCount);
  const grouped = sortByPosition(groups).map((group): MethodSection => {
    const methods = take((method) => group.paymentMethods.includes(method.name));
    return { kind: 'group', group, methods };
  });
  const isSmall = ({ methods }: MethodSection) => methods.length < smallestGroup;
  const other = [...grouped.filter(isSmall).flatMap(({ methods }) => methods), ...rest];
  const sections: MethodSection[] = [
    { kind: 'recommended', methods: recommended },
    ...grouped.filter((section) => !isSmall(section)),
    { kind: 'other', methods: other },
  ];
  return sections.filter(({ methods }) => methods.length > 0);
}

/** Finds methods by name, each match by position. The English name counts, as a brand's is known by it. */
export function searchMethods(
  methods: readonly PaymentMethod[],
  search: string,
  locale: string,
): PaymentMethod[] {
  const namesOf = ({ text }: PaymentMethod) => [resolveName(text, locale), text.en ?? ''];
  return searchByName(sortByPosition(methods), namesOf, search, locale);
}

/** Methods or groups in the order of the catalogue (§2 "sorted by position"). */
function sortByPosition<Item extends { position: number }>(items: readonly Item[]): Item[] {
  return [...items].sort((left, right) => left.position - right.position);
}
