import type { PaymentGroup, PaymentMethod } from '@kassa/contract';
import { resolveName } from '../../../i18n/text.ts';

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
  const rest = [...methods].sort((left, right) => left.position - right.position);
  const take = (isWanted: (method: PaymentMethod) => boolean, count = rest.length) => {
    const taken = rest.filter(isWanted).slice(0, count);
    for (const method of taken) rest.splice(rest.indexOf(method), 1);
    return taken;
  };
  const recommended = take((method) => method.isPopular === true, recommendedCount);
  const grouped = [...groups]
    .sort((left, right) => left.position - right.position)
    .map((group): MethodSection => {
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

/**
 * Finds methods by name (§5): those whose name begins with the search first, then those that hold
 * it, each by position. The English name counts as well, as a player may know a brand by it.
 */
export function searchMethods(
  methods: PaymentMethod[],
  search: string,
  locale: string,
): PaymentMethod[] {
  const wanted = search.trim().toLocaleLowerCase(locale);
  const namesOf = ({ text }: PaymentMethod) =>
    [resolveName(text, locale), text.en ?? ''].map((name) => name.toLocaleLowerCase(locale));
  const byPosition = [...methods].sort((left, right) => left.position - right.position);
  const begins = byPosition.filter((method) =>
    namesOf(method).some((name) => name.startsWith(wanted)),
  );
  const holds = byPosition.filter((method) =>
    namesOf(method).some((name) => name.includes(wanted)),
  );
  return [...new Set([...begins, ...holds])];
}
