import {
  type CodePageName,
  cardViewTypes,
  type NextStep,
  type PaymentMethod,
} from '@kassa/contract';
import type { RouteName } from '../../routing/route-names.ts';
import {
  type KindOf,
  listMethodKinds,
  type MethodKind,
  resolveEntry,
  resolveMethodKind,
} from './method-kinds.ts';

/** What a player goes on with elsewhere: all but more fields, which are the form's, and what nobody knows. */
type PageStep = Exclude<NextStep, { kind: 'fields' | 'unsupported' }>;

/** The screen that a created deposit goes on with (§4 "Deposit creation"). */
export function resolvePage(next: PageStep): RouteName {
  switch (next.kind) {
    case 'complete':
      return 'Complete deposit';
    case 'code':
      return resolveCodePage(next.page);
    case 'unifiedForm':
      return findPage('unified form', ({ unifiedForm }) => unifiedForm);
  }
}

/** The form of a method that nothing is known of. */
export function resolveDefaultEntry(): RouteName {
  return resolveEntry({ cardViewType: cardViewTypes.default });
}

/** The screen with a code that the server names. */
export function resolveCodePage(name: CodePageName): RouteName {
  return findPage(name, ({ codePages }) => codePages?.[name]);
}

function findPage(name: string, pick: (kind: MethodKind) => RouteName | undefined): RouteName {
  const page = listMethodKinds().map(pick).find(isGiven);
  if (page === undefined) throw new Error(`No method kind has the page "${name}".`);
  return page;
}

const isGiven = (page: RouteName | undefined) => page !== undefined;

/**
 * Whether the press that creates a deposit opens a popup for the provider's page: not where a page
 * of ours follows, which would leave an empty window behind. A redirect that comes all the same is
 * offered as a link.
 */
export function opensPopup(method: KindOf & Pick<PaymentMethod, 'isPaidHere'>): boolean {
  return method.isPaidHere !== true && !hasCode(method);
}

/** Whether it is paid by a code alone. */
export function hasCode(method: KindOf): boolean {
  return resolveMethodKind(method).codePages !== undefined;
}
