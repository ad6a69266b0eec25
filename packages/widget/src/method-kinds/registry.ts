import { cardViewTypes } from '@kassa/contract';
import type { MethodKind } from './method-kind.ts';

/** Every kind there is a folder of. */
export const methodKinds = Object.values(
  import.meta.glob<MethodKind>('./*/kind.ts', { import: 'kind', eager: true }),
);

/** The kind of a card view type; an unknown number is the default kind (design §4). */
export function resolveMethodKind(cardViewType: number): MethodKind {
  const kind = findKind(cardViewType) ?? findKind(cardViewTypes.default);
  if (kind === undefined) throw new Error('No method kind takes the default card view type.');
  return kind;
}

function findKind(cardViewType: number): MethodKind | undefined {
  return methodKinds.find((kind) => kind.cardViewTypes.includes(cardViewType));
}
