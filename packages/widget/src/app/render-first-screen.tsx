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
import { depositListQuery } from '../flows/deposit/unfinished.queries.ts';
import { createNullBridge } from '../host/null-bridge.ts';
import type { CompiledMessages } from '../i18n/load-messages.ts';
import { resolvePlayerLocale } from '../i18n/player-locale.ts';
import { createMemoryHistory } from '../routing/history.ts';
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
  /** The region and platform that the methods were requested for. */
  country: string | undefined;
  platform: Platform | undefined;
  offer: Offer;
  /** The locale's compiled messages, from its built file. */
  messages: CompiledMessages;
}

const anyBonus: Bonus = {
  id: '',
  type: 'deposit',
  currency: 'EUR',
  mustAccruedBefore: '2100-01-01T00:00:00Z',
  content: { title: '' },
};

const listAddress = '/deposit';

/** One screen after the other: the session store is the module's. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Renders the list with the widget's own components, for a player of whom no more is known than the
 * parameters say. The widget takes the markup over. Null where another screen would show.
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
  const session: Session = {
    product: screen.product,
    isVpnHintShown: false,
    ownIcons: screen.ownIcons,
    hostData,
    playerKey: null,
    bridge: createNullBridge(),
    transport: createTransport(screen.offer),
    locale: resolvePlayerLocale(screen.locale, undefined, screen.country),
    describeEvent: (category) => ({ event_category: category }),
  };
  const queryClient = createQueryClient();
  if (screen.lastMethod !== undefined) {
    // What the device keeps is in the player's browser; the newest deposit counts as much.
    const { queryKey } = depositListQuery(session.transport);
    queryClient.setQueryData<unknown>(queryKey, {
      deposits: [{ paymentMethod: screen.lastMethod }],
    });
  }
  const router = createAppRouter({
    tree: await loadTree(hostData.widgetViewType),
    history: createMemoryHistory(listAddress),
    context: { session, queryClient },
    onError: () => {},
  });
  try {
    await router.start();
    const place = router.getPlace();
    if (place === null || place.screen === null || place.path !== listAddress) return null;
    const started = { session, messages: screen.messages, queryClient, stop: () => {} };
    const html = renderToString(<App {...started} router={router} />);
    // React names the pictures ahead for a page that is still on its way.
    return html.replace(/^(<link rel="preload"[^>]*>)+/, '');
  } finally {
    router.stop();
    queryClient.clear();
  }
}

function buildHostData(screen: RenderedScreen): HostData {
  const { country, platform, closingButton, hasBadge, bonuses, hasCryptoBonus } = screen;
  const defaults = hostDataSchema.parse({});
  return {
    ...defaults,
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

/** Answers the request for methods. All other calls stay open: their places are reserved. */
function createTransport(offer: Offer): Transport {
  const call = <Name extends CallName>(name: Name): Promise<CallResponse<Name>> =>
    name === 'methods-payment-v3'
      ? Promise.resolve(offer as CallResponse<Name>)
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
