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

/**
 * The next steps that have a page: not further fields, which belong to the form, nor unknown steps.
 */
type PageStep = Exclude<NextStep, { kind: 'fields' | 'unsupported' }>;

/** Returns the screen with which a created deposit goes on (§4 "Deposit creation"). */
export function resolvePage(next: PageStep): RouteName {
  switch (next.kind) {
    case 'complete':
      return 'Complete deposit';
    case 'code':
      return resolveCodePage(next.page);
    case 'unifiedForm':
      return findPage('unified form', ({ unifiedForm }) => unifiedForm);
    case 'offers':
      return findPage('offers', ({ offers }) => offers);
    case 'invoice':
      return findPage('invoice', ({ invoice }) => invoice);
  }
}

/** A code or details by which a deposit is paid on a page of the widget. */
interface PaidHere {
  to: RouteName;
  /** The page shows a code, and not only payment details. */
  hasCode: boolean;
  /** In ms since 1970, by the server's clock; null if the response gives no start time. */
  expiresAtMs: number | null;
}

/** Returns how a deposit is paid on a page of the widget; null for one that is paid elsewhere. */
export function resolvePaidHere(next: NextStep): PaidHere | null {
  switch (next.kind) {
    case 'code':
      return { to: resolvePage(next), hasCode: true, expiresAtMs: next.expiresAtMs };
    case 'unifiedForm':
      return {
        to: resolvePage(next),
        hasCode: next.form.code !== null,
        expiresAtMs: next.form.expiresAtMs,
      };
    case 'invoice':
      // A code beside an account is one of two ways.
      return { to: resolvePage(next), hasCode: false, expiresAtMs: next.invoice.expiresAtMs };
    case 'complete':
    case 'fields':
    case 'offers':
    case 'unsupported':
      return null;
  }
}

/** Returns the form of an unknown method. */
export function resolveDefaultEntry(): RouteName {
  return resolveEntry({ cardViewType: cardViewTypes.default });
}

/** Returns the screen of a code, by the server's name for it. */
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
 * Returns whether the press that creates a deposit opens a popup for the provider's page. It
 * doesn't where a page of the widget follows, as an empty window would stay behind. An unexpected
 * redirect is then offered as a link.
 */
export function opensPopup(method: KindOf & Pick<PaymentMethod, 'isPaidHere'>): boolean {
  const { invoice } = resolveMethodKind(method);
  return method.isPaidHere !== true && !hasCode(method) && invoice === undefined;
}

/** Returns whether the method is paid by a code alone. */
export function hasCode(method: KindOf): boolean {
  return resolveMethodKind(method).codePages !== undefined;
}
