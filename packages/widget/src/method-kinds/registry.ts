import { cardViewTypes, type PaymentGroup, type PaymentMethod } from '@kassa/contract';
import type { RouteName } from '../routing/route-names.ts';
import type { MethodKind } from './method-kind.ts';

/** Every kind there is a folder of. */
const methodKinds = Object.values(
  import.meta.glob<MethodKind>('./*/kind.ts', { import: 'kind', eager: true }),
);

type KindOf = Pick<PaymentMethod, 'cardViewType' | 'category'>;

/** A method's kind: by its category, else by its number; an unknown one is the default kind. */
export function resolveMethodKind({ cardViewType, category }: KindOf): MethodKind {
  const kind =
    methodKinds.find(({ categories }) => categories?.includes(category)) ??
    findByNumber(cardViewType) ??
    findByNumber(cardViewTypes.default);
  if (kind === undefined) throw new Error('No method kind takes the default card view type.');
  return kind;
}

/** The screen that lists a group's methods. */
export function resolveGroupList(group: string): RouteName {
  return findOwnList(group) ?? 'Group list';
}

/** Whether a group's methods are listed on a screen of their kind (§2). */
export function hasOwnList({ name }: Pick<PaymentGroup, 'name'>): boolean {
  return findOwnList(name) !== undefined;
}

function findOwnList(group: string): RouteName | undefined {
  return methodKinds.find(({ groups }) => groups?.names.includes(group))?.groups?.list;
}

function findByNumber(cardViewType: number): MethodKind | undefined {
  return methodKinds.find((kind) => kind.cardViewTypes.includes(cardViewType));
}
