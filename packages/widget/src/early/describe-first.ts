import { type FirstScreen, normalizeCurrency } from '@kassa/contract';
import { readTokenClaim } from '../host/token-claims.ts';
import { describeScreen } from '../session/describe-screen.ts';
import { hasKept, type Keeper } from '../storage/kept-for-player.ts';
import { digestPlayer } from '../storage/player-key.ts';
import { type HostPayload, isRecord, readExperiments, text } from './host-payload.ts';

/** The first screen of all. */
export const listAddress = '/deposit';

/** The values of a query that the page itself reads. */
const ofPage = ['locale', 'theme'];
/** The values of a query that a drawn screen may have. */
const ofScreen = ['method', 'group'];

/**
 * Returns the address of the screen that the page starts with, where the server may draw it; else
 * null.
 * @param path - its path under the product, empty for the list
 */
export function findStartAddress(path: string, query: URLSearchParams): string | null {
  const rest = new URLSearchParams([...query].filter(([name]) => !ofPage.includes(name)));
  const names = [...rest.keys()];
  const isList = path === '' || path === listAddress;
  if (isList) return names.length === 0 ? listAddress : null;
  return names.length > 0 && names.every((name) => ofScreen.includes(name))
    ? `${path}?${rest}`
    : null;
}

/** Returns the cashier that the host asks for. */
export function viewOf({ widgetViewType }: HostPayload): FirstScreen['view'] {
  return widgetViewType === 'sweep' ? 'sweep' : 'main';
}

/** What is known of the player and the host's page. */
export interface KnownPlayer {
  /** The build of the page. */
  build: string;
  product: string;
  token: string;
  /** The requested locale. */
  locale: string;
  payload: HostPayload;
}

/**
 * Returns a function that describes a screen by the host's data, with the defaults of §3. It takes
 * the offer's currency, where it is known.
 */
export function buildDescribe({ build, product, token, locale, payload }: KnownPlayer) {
  const { closingButton, assets, bonusList, schema } = payload;
  const meta = isRecord(schema) && isRecord(schema.meta) ? schema.meta : {};
  const usual =
    normalizeCurrency(text(payload.currency) ?? '') ||
    readTokenClaim(token, 'currency') ||
    undefined;
  // A digest takes time, and most first visits have kept nothing.
  const finding: Promise<Keeper> = hasKept()
    ? digestPlayer(product, token).then((playerKey) => ({ playerKey }))
    : Promise.resolve({ playerKey: null });
  return async (address: string, currency = usual): Promise<FirstScreen> => {
    const keeper = await finding;
    const facts = describeScreen({
      view: viewOf(payload),
      address,
      locale,
      closingButton: closingButton !== false,
      badge: isRecord(assets) ? text(assets.badge) : undefined,
      bonusCount: Array.isArray(bonusList) ? bonusList.length : 0,
      isCryptoBonusAvailable: meta.isCryptoBonusAvailable === true,
      experiments: readExperiments(payload),
      currency,
      keeper,
    });
    return { build, ...facts };
  };
}
