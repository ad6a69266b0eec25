import {
  type CodePageName,
  cardViewTypes,
  type PaymentGroup,
  type PaymentMethod,
} from '@kassa/contract';
import type { RouteName, RoutePaths } from '../../routing/route-names.ts';

/**
 * A method kind with its own screens (§9 "Card view types"): a folder in `method-kinds/`, with this
 * object in its kind.ts and the screens in its routes.ts.
 */
export interface MethodKind {
  /** The card view types, as numbers of the API, of this kind's methods. */
  cardViewTypes: readonly number[];
  /** Methods whose player sends a coin to an address are of this kind, whatever their card view type. */
  takesCoins?: true;
  /** The kind's own screens and their paths (§2). */
  paths: RoutePaths;
  /** The screen of a chosen method; by default that of the default kind. */
  entry?: RouteName;
  /** The screen of a method that was chosen from a group's list. */
  entryInGroup?: RouteName;
  /** The groups that have a list of this kind's own (§2). */
  groups?: {
    names: readonly string[];
    list: RouteName;
    /** The number of entries of that list; by default that of its methods. */
    sizeOf?: (methods: readonly PaymentMethod[]) => number;
  };
  /**
   * The screens with a code, by the server's names (§4). A kind with such a screen is paid by the
   * code alone.
   */
  codePages?: Readonly<Partial<Record<CodePageName, RouteName>>>;
  /** The screen for the payment details, code and inputs of a unified form (§2). */
  unifiedForm?: RouteName;
  /** The screen for the offers of providers that sell crypto (§4). */
  offers?: RouteName;
  /** The screen for an account to pay into (§2 "Host-to-host invoice"). */
  invoice?: RouteName;
  /**
   * The deposits are created by `deposit-create-p2p`. The player may cancel the creation, and the
   * confirmation of a payment is followed by the complete page (§4 "P2P deposit"), except where the
   * server refuses it.
   */
  isPeerToPeer?: true;
}

let methodKinds: readonly MethodKind[] = [];

/** Sets all method kinds, at the start: the flow itself knows none. */
export function provideMethodKinds(all: readonly MethodKind[]): void {
  methodKinds = all;
}

/** Returns all method kinds. */
export function listMethodKinds(): readonly MethodKind[] {
  return methodKinds;
}

/** The parts of a method that decide on its kind. */
export type KindOf = Pick<PaymentMethod, 'cardViewType'> & Partial<Pick<PaymentMethod, 'coin'>>;

/**
 * Returns a method's kind: that of coins where it has one, or that of its card view type; an unknown
 * one is the default kind. Crypto that a provider takes on its own page has no coin.
 */
export function resolveMethodKind({ cardViewType, coin }: KindOf): MethodKind {
  const ofCoins = coin === undefined ? undefined : methodKinds.find((kind) => kind.takesCoins);
  return ofCoins ?? findByNumber(cardViewType) ?? findDefault();
}

/** Returns whether a method's deposits are paid from person to person (§4 "P2P deposit"). */
export function isPeerToPeer(method: KindOf | undefined): boolean {
  return method !== undefined && resolveMethodKind(method).isPeerToPeer === true;
}

/**
 * Returns the form of a chosen method; the one within its group's list, where it was chosen there.
 */
export function resolveEntry(method: KindOf, isInGroup = false): RouteName {
  const { entry = findDefault().entry, entryInGroup = entry } = resolveMethodKind(method);
  return (isInGroup ? entryInGroup : entry) ?? 'Deposit list';
}

/** Returns the screen that lists a group's methods. */
export function resolveGroupList(group: string): RouteName {
  return findOwn(group)?.list ?? 'Group list';
}

/** Returns whether a group's methods are listed on a screen of their kind (§2). */
export function hasOwnList({ name }: Pick<PaymentGroup, 'name'>): boolean {
  return findOwn(name) !== undefined;
}

/** Returns how many entries the list of a group has. */
export function sizeOfGroup(group: string, methods: readonly PaymentMethod[]): number {
  return findOwn(group)?.sizeOf?.(methods) ?? methods.length;
}

function findOwn(group: string): MethodKind['groups'] {
  return methodKinds.find(({ groups }) => groups?.names.includes(group))?.groups;
}

function findDefault(): MethodKind {
  const kind = findByNumber(cardViewTypes.default);
  if (kind === undefined) throw new Error('There is no default method kind.');
  return kind;
}

function findByNumber(cardViewType: number): MethodKind | undefined {
  return methodKinds.find((kind) => kind.cardViewTypes.includes(cardViewType));
}
