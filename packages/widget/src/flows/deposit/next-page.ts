import {
  type CodePageName,
  cardViewTypes,
  type NextStep,
  type PaymentMethod,
} from '@kassa/contract';
import type { RouteName } from '../../routing/route-names.ts';
import { type KindOf, listMethodKinds, resolveEntry, resolveMethodKind } from './method-kinds.ts';

/**
 * The next steps that have a page: not further fields, which belong to the form, nor unknown steps.
 */
type PageStep = Exclude<NextStep, { kind: 'fields' | 'unsupported' }>;

/**
 * Returns the screen with which a created deposit goes on (§4 "Deposit creation"): that of the
 * method's own kind, where it has one.
 * @param method - undefined where it isn't offered here any more
 */
export function resolvePage(next: PageStep, method: KindOf | undefined): RouteName {
  switch (next.kind) {
    case 'complete':
      return 'Complete deposit';
    case 'code':
      return resolveCodePage(next.page);
    case 'address':
    case 'unreadableAddress':
      return 'Crypto address';
    case 'unifiedForm':
    case 'offers':
    case 'invoice':
      return resolveOwnPage(next.kind, method);
  }
}

/** The view types of the kinds whose screens all other kinds without such a screen use. */
const usualViewTypes = {
  unifiedForm: cardViewTypes.default,
  offers: cardViewTypes.onramp,
  invoice: cardViewTypes.bankTransfer,
} as const;

function resolveOwnPage(name: keyof typeof usualViewTypes, method: KindOf | undefined): RouteName {
  const own = method === undefined ? undefined : resolveMethodKind(method)[name];
  const page = own ?? resolveMethodKind({ cardViewType: usualViewTypes[name] })[name];
  if (page === undefined) throw new Error(`No method kind has the page "${name}".`);
  return page;
}

/** A page of the widget on which a deposit is paid, or its player chooses how. */
interface PaidHere {
  to: RouteName;
  /** What the page shows; with `code` possibly payment details as well. */
  shows: 'code' | 'details' | 'offers';
  /** In ms since 1970, by the server's clock; null if the response gives no start time. */
  expiresAtMs: number | null;
}

/** Returns how a deposit is paid on a page of the widget; null for one that is paid elsewhere. */
export function resolvePaidHere(next: NextStep, method: KindOf | undefined): PaidHere | null {
  switch (next.kind) {
    case 'code':
      return { to: resolvePage(next, method), shows: 'code', expiresAtMs: next.expiresAtMs };
    case 'unifiedForm':
      return {
        to: resolvePage(next, method),
        shows: next.form.code === null ? 'details' : 'code',
        expiresAtMs: next.form.expiresAtMs,
      };
    case 'invoice':
      // A code beside an account is one of two ways.
      return {
        to: resolvePage(next, method),
        shows: 'details',
        expiresAtMs: next.invoice.expiresAtMs,
      };
    case 'address':
      // The address stays valid for as long as its player lives.
      return { to: resolvePage(next, method), shows: 'code', expiresAtMs: null };
    case 'offers':
      // The offers are renewed for as long as the deposit is open.
      return { to: resolvePage(next, method), shows: 'offers', expiresAtMs: null };
    case 'complete':
    case 'fields':
    case 'unreadableAddress':
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
  const pages = listMethodKinds().map(({ codePages }) => codePages?.[name]);
  const page = pages.find((one) => one !== undefined);
  if (page === undefined) throw new Error(`No method kind has the page "${name}".`);
  return page;
}

/**
 * Returns whether the press that creates a deposit opens a popup for the provider's page. It
 * doesn't where a page of the widget follows, as an empty window would stay behind. An unexpected
 * redirect is then offered as a link.
 */
export function opensPopup(method: KindOf & Pick<PaymentMethod, 'isPaidHere'>): boolean {
  const { invoice, offers, takesCoins = false } = resolveMethodKind(method);
  const hasOwnPage = hasCode(method) || takesCoins || invoice !== undefined || offers !== undefined;
  return method.isPaidHere !== true && !hasOwnPage;
}

/** Returns whether the method is paid by a code alone. */
export function hasCode(method: KindOf): boolean {
  return resolveMethodKind(method).codePages !== undefined;
}
