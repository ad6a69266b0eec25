import {
  type CodePageName,
  cardViewTypes,
  type PaymentGroup,
  type PaymentMethod,
} from '@kassa/contract';
import type { RouteName, RoutePaths } from '../../routing/route-names.ts';

/**
 * A way of paying that has screens of its own (§9 "Card view types"): a folder in `method-kinds/`, with
 * this in its kind.ts and the screens in its routes.ts.
 */
export interface MethodKind {
  /** The numbers on the wire that pick this kind. */
  cardViewTypes: readonly number[];
  /** The categories that pick it, whatever the number. */
  categories?: readonly string[];
  /** Its own screens and their places (§2). */
  paths: RoutePaths;
  /** The screen that a chosen method leads to; the default kind's where it is left out. */
  entry?: RouteName;
  /** The same for one chosen from a group's list. */
  entryInGroup?: RouteName;
  /** The groups that have a list of this kind's own (§2). */
  groups?: { names: readonly string[]; list: RouteName };
  /** Its screens with a code, by what the server calls them (§4): it is paid by that code alone. */
  codePages?: Readonly<Partial<Record<CodePageName, RouteName>>>;
  /** The screen for whatever a provider has put together of requisites, a code and inputs (§2). */
  unifiedForm?: RouteName;
}

let methodKinds: readonly MethodKind[] = [];

/** Hands in every kind there is, at the start: the flow itself knows none. */
export function provideMethodKinds(all: readonly MethodKind[]): void {
  methodKinds = all;
}

/** All that were handed in. */
export function listMethodKinds(): readonly MethodKind[] {
  return methodKinds;
}

/** What of a method tells its kind. */
export type KindOf = Pick<PaymentMethod, 'cardViewType'> & Partial<Pick<PaymentMethod, 'category'>>;

/** A method's kind: by its category, else by its number; an unknown one is the default kind. */
export function resolveMethodKind({ cardViewType, category = '' }: KindOf): MethodKind {
  return (
    methodKinds.find(({ categories }) => categories?.includes(category)) ??
    findByNumber(cardViewType) ??
    findDefault()
  );
}

/** The form of a chosen method; within its group's list, where it was chosen there. */
export function resolveEntry(method: KindOf, isInGroup = false): RouteName {
  const { entry = findDefault().entry, entryInGroup = entry } = resolveMethodKind(method);
  return (isInGroup ? entryInGroup : entry) ?? 'Deposit list';
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

function findDefault(): MethodKind {
  const kind = findByNumber(cardViewTypes.default);
  if (kind === undefined) throw new Error('There is no default method kind.');
  return kind;
}

function findByNumber(cardViewType: number): MethodKind | undefined {
  return methodKinds.find((kind) => kind.cardViewTypes.includes(cardViewType));
}
