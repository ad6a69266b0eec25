import {
  type Bonus,
  type CallName,
  type CallResponse,
  type FirstScreen,
  type HostData,
  hostDataSchema,
  type Platform,
} from '@kassa/contract';
import { renderToString } from 'react-dom/server';
import { createNullBridge } from '../host/null-bridge.ts';
import { loadFormats } from '../i18n/formats.ts';
import { type CompiledMessages, fillMessages } from '../i18n/load-messages.ts';
import { resolvePlayerLocale } from '../i18n/player-locale.ts';
import { encodeSearch, parseAddress } from '../routing/address.ts';
import { createMemoryHistory } from '../routing/history.ts';
import type { Place } from '../routing/place.ts';
import type { Search, Tree } from '../routing/route.ts';
import type { Session } from '../session/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import type { Transport } from '../transport/transport.ts';
import { App } from './app.tsx';
import { createAppRouter, loadTree } from './app-router.ts';
import { createQueryClient } from './start-session.ts';

type Offer = CallResponse<'methods-payment-v3'>;

export interface RenderedScreen extends Omit<FirstScreen, 'build'> {
  product: string;
  /** The files of the brand's own logos in `icons/`, by id. */
  ownIcons: Readonly<Record<string, string>>;
  /** The brand's support. */
  supportUrl?: string | undefined;
  /** The region and platform that the methods were requested for. */
  country: string | undefined;
  platform: Platform | undefined;
  offer: Offer;
  /** The coin packages, for the sweepstake cashier. */
  packages?: CallResponse<'sweepstake-boxes'> | undefined;
  /** The locale's compiled messages, of all parts. */
  messages: CompiledMessages;
}

const anyBonus: Bonus = {
  id: '',
  type: 'deposit',
  currency: 'EUR',
  mustAccruedBefore: '2100-01-01T00:00:00Z',
  content: { title: '' },
};

/** Returns the messages of some parts together. */
export function joinMessages(parts: readonly CompiledMessages[]): CompiledMessages {
  const joined: CompiledMessages = {};
  for (const part of parts) fillMessages(joined, part);
  return joined;
}

/** One screen after the other: the session store is the module's. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Renders a screen with the widget's own components, for a player of whom no more is known than the
 * parameters say. The widget takes the markup over. Null where another screen would show, or one that
 * isn't drawn. Throws where a screen's code fails, as on what only a browser has.
 */
export function renderFirstScreen(screen: RenderedScreen): Promise<string | null> {
  const rendering = previous.then(() => render(screen));
  previous = rendering.catch(() => {});
  return rendering;
}

async function render(screen: RenderedScreen): Promise<string | null> {
  // The reason comes with code of its own.
  if (screen.offer.block !== undefined) return null;
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  const hostData = buildHostData(screen);
  const locale = resolvePlayerLocale(screen.locale, undefined, screen.country);
  await loadFormats(locale.tag);
  const tree = await loadTree(hostData.widgetViewType);
  if (!(await isDrawn(screen, tree))) return null;
  const session: Session = {
    product: screen.product,
    isVpnHintShown: false,
    ownIcons: screen.ownIcons,
    supportUrl: screen.supportUrl,
    hostData,
    playerKey: null,
    kept: listKept(screen),
    bridge: createNullBridge(),
    transport: createTransport(screen),
    locale,
    describeEvent: (category) => ({ event_category: category }),
  };
  const queryClient = createQueryClient();
  const failures: unknown[] = [];
  const router = createAppRouter({
    tree,
    history: createMemoryHistory(screen.address),
    context: { session, queryClient },
    isDrawn: true,
    onError: (error) => failures.push(error),
  });
  try {
    await router.start();
    if (failures.length > 0) throw failures[0];
    const place = router.getPlace();
    if (place === null || place.screen === null || addressOf(place) !== screen.address) return null;
    const started = { session, messages: screen.messages, queryClient, stop: () => {} };
    const html = renderToString(<App {...started} router={router} />);
    // React names the pictures ahead for a page that is still on its way.
    return html.replace(/^(<link rel="preload"[^>]*>)+/, '');
  } finally {
    router.stop();
    queryClient.clear();
  }
}

/** The values of an address that a drawn screen depends on. */
const drawnValues = ['method', 'group'];

/** Returns whether the address is one of a screen that is drawn, of what is offered. */
async function isDrawn({ address, offer }: RenderedScreen, tree: Tree): Promise<boolean> {
  const { path, search } = parseAddress(address);
  const isOffered = ({ method, group }: Search) =>
    (method === undefined || offer.methods.some(({ name }) => name === method)) &&
    (group === undefined || offer.groups.some(({ name }) => name === group));
  if (!Object.keys(search).every((name) => drawnValues.includes(name)) || !isOffered(search))
    return false;
  const routes = [...tree.routes, ...(await tree.loadRest())];
  return routes.some(({ name, isDrawn = false }) => isDrawn && tree.paths[name] === path);
}

function listKept({ address, offer, lastAmount, lastBank }: RenderedScreen) {
  const { method } = parseAddress(address).search;
  return {
    ...(lastAmount !== undefined && { [`last-amount.${offer.currency}`]: lastAmount }),
    ...(lastBank !== undefined && { [`last-bank.${method}`]: lastBank }),
  };
}

const addressOf = ({ path, search }: Place) => path + encodeSearch(search);

function buildHostData(screen: RenderedScreen): HostData {
  const { view, country, platform, closingButton, hasBadge, bonuses, hasCryptoBonus } = screen;
  const defaults = hostDataSchema.parse({});
  return {
    ...defaults,
    widgetViewType: view,
    closingButton,
    paymentGeo: country,
    platform,
    // Only their number counts.
    bonusList: Array.from({ length: bonuses }, () => anyBonus),
    experiments: hasCryptoBonus ? [{ key: 'crypto_bonus', group: 'group_b' }] : [],
    schema: { meta: { ...defaults.schema.meta, isCryptoBonusAvailable: hasCryptoBonus } },
    // The picture itself comes later, with the scripts.
    assets: hasBadge ? { badge: 'data:,' } : {},
  };
}

/** Answers the requests for what is on offer. All other calls stay open: their places are reserved. */
function createTransport({ offer, packages }: RenderedScreen): Transport {
  const answers = new Map<CallName, unknown>([['methods-payment-v3', offer]]);
  if (packages !== undefined) answers.set('sweepstake-boxes', packages);
  const call = <Name extends CallName>(name: Name): Promise<CallResponse<Name>> =>
    answers.has(name)
      ? Promise.resolve(answers.get(name) as CallResponse<Name>)
      : new Promise(() => {});
  const nothing = () => () => {};
  return {
    call,
    onPush: nothing,
    onConnect: nothing,
    onReachable: nothing,
    start: () => {},
    updateToken: () => {},
    close: () => {},
  };
}
