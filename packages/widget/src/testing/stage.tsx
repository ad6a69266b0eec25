import type { HostData, LocaleTag } from '@kassa/contract';
import {
  buildCreatedDeposit,
  buildDepositState,
  buildHostData,
  buildOffer,
  buildPaymentMethod,
  buildQuote,
  buildReceipt,
  buildUser,
  buildWithdrawal,
  createFakeBridge,
  createFakeTransport,
  type FakeAnswers,
} from '@kassa/test-kit';
import { createContext, use, useMemo, useState } from 'react';
import { App } from '../app/app.tsx';
import { createAppRouter } from '../app/app-router.ts';
import { errorRoute } from '../app/error.route.ts';
import { tellFirstFailure } from '../app/init-error.ts';
import { mainRoutes } from '../app/main.routes.ts';
import { routePaths } from '../app/method-kinds.ts';
import { createQueryClient, type StartedSession } from '../app/start-session.ts';
import { sweepstakeTree } from '../app/sweepstake-tree.ts';
import { useNotificationStore } from '../features/notification/notification-store.ts';
import { depositListRoute } from '../flows/deposit/deposit-list.route.ts';
import type { CompiledMessages } from '../i18n/load-messages.ts';
import { resolvePlayerLocale } from '../i18n/player-locale.ts';
import { createMemoryHistory } from '../routing/history.ts';
import type { Tree } from '../routing/route.ts';
import { describeEvent } from '../session/describe-event.ts';
import { followOfferChanges } from '../session/offer-changes.ts';
import type { Session } from '../session/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import { followUserPushes } from '../session/user.query.ts';

const messagesByPath = import.meta.glob<CompiledMessages>('../../../../locales/*.json', {
  query: '?messages=*',
  import: 'default',
  eager: true,
});

/** The languages that have a file. */
export const languagesWithMessages = Object.keys(messagesByPath).map((file) =>
  file.replace(/^.*\/|\.json$/g, ''),
);

/** Returns a language's messages without a fetch. */
export function messagesOf(tag: LocaleTag): CompiledMessages {
  return messagesByPath[`../../../../locales/${tag}.json`] ?? {};
}

/** The language of the stories, as chosen in the toolbar. */
export const StageLocaleContext = createContext<string>('en');

export interface StageOptions {
  /** The path under the product, with its query. */
  path?: string;
  answers?: FakeAnswers;
  hostData?: Partial<HostData>;
  /** The key of the player's values in the browser; by default nothing is kept. */
  playerKey?: string | null;
  locale?: string;
  /** Whether the widget is in a native app's web view. */
  isNative?: boolean;
  isVpnHintShown?: boolean;
  supportUrl?: string;
  /** Whether the page shows one deposit alone, on another device. */
  isSingleDeposit?: boolean;
  /** Replaces the tree of screens of the host data's cashier. */
  tree?: Tree;
}

/** The main cashier's tree as in the app, but not split into chunks. */
export const mainTree: Tree = {
  paths: routePaths,
  roots: { deposit: 'Deposit list', withdrawal: 'Withdrawal list' },
  routes: [depositListRoute, errorRoute],
  loadRest: async () => mainRoutes,
};

/**
 * Sets up a session over fakes that handle every call of the deposit flow, and a router at a path.
 */
export function setStage({
  path = '/deposit',
  answers,
  hostData,
  playerKey = null,
  locale = 'en',
  isNative = false,
  isVpnHintShown = false,
  supportUrl,
  isSingleDeposit = false,
  tree = hostData?.widgetViewType === 'sweep' ? sweepstakeTree : mainTree,
}: StageOptions = {}) {
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  useNotificationStore.setState(useNotificationStore.getInitialState(), true);
  useSessionStore.getState().setBonusList(hostData?.bonusList ?? []);
  const transport = createFakeTransport({
    'user-get': buildUser(),
    'methods-payment-v3': buildOffer(),
    'deposit-limits': {
      min: '10',
      max: '5000',
      limitedBy: 'method',
      remaining: null,
      resetsAt: null,
    },
    'session-start': { payment_session_id: 'session-1' },
    'deposit-create': buildCreatedDeposit(),
    'payment-convert-v2': { amount: '0', currency: 'EUR', rate: null },
    'deposit-list': { deposits: [] },
    'deposit-receipt': buildReceipt(),
    'deposit-status': buildDepositState(),
    'methods-country-selector-v2': { countries: ['de', 'fr', 'at'] },
    'methods-withdrawal': buildOffer([
      buildPaymentMethod({ name: 'card-out', text: { en: 'Bank card' } }),
    ]),
    'saved-details-list': { details: [] },
    'sweepstake-boxes': { boxes: [] },
    'sweepstake-recoup-sum': {
      data: {
        status: 'available',
        amount: '340.00',
        balance: '340.00',
        unplayed: '0.00',
        missingPlay: '0.00',
        owed: '0.00',
      },
    },
    'sweepstake-balance-get': [
      { currency: 'QGC', balance: '12500' },
      { currency: 'QSC', balance: '42.5' },
    ],
    'withdrawal-limits': {
      min: '10',
      max: '5000',
      limitedBy: 'method',
      remaining: null,
      resetsAt: null,
      forfeitedBonuses: [],
    },
    'withdrawal-list': { withdrawals: [] },
    'withdrawal-quote': buildQuote(),
    'withdrawal-status': buildWithdrawal(),
    ...answers,
  });
  const bridge = createFakeBridge(buildHostData(), { isNative });
  const playerLocale = resolvePlayerLocale(locale);
  const queryClient = createQueryClient();
  followOfferChanges({ transport }, queryClient);
  const session: Session = {
    product: 'kassa',
    isVpnHintShown,
    supportUrl,
    isSingleDeposit,
    hostData: buildHostData({ locale, ...hostData }),
    playerKey,
    bridge,
    transport,
    locale: playerLocale,
    describeEvent: (category) => describeEvent(session, queryClient, category),
  };
  followUserPushes(session, queryClient);
  const started: StartedSession = {
    session,
    messages: messagesOf(playerLocale.tag),
    queryClient,
    stop: () => {},
  };
  const history = createMemoryHistory(path);
  const router = createAppRouter({
    tree,
    history,
    context: { session, queryClient },
    // The error screen shows it.
    onError: (error) => tellFirstFailure(bridge, error),
  });
  router.start();
  const element = <App {...started} router={router} />;
  return { started, router, history, transport, bridge, element };
}

/**
 * Returns the session in the stories' language. Another language than the first one changes the
 * texts of what is shown, and nothing else.
 */
export function useSpoken(started: StartedSession): StartedSession {
  const locale = use(StageLocaleContext);
  const [first] = useState(locale);
  return useMemo(() => {
    if (locale === first) return started;
    const spoken = resolvePlayerLocale(locale);
    const session = { ...started.session, locale: spoken };
    return { ...started, session, messages: messagesOf(spoken.tag) };
  }, [started, locale, first]);
}

/** The whole widget at one path, over fakes, for stories. */
export function Stage(options: StageOptions) {
  const locale = use(StageLocaleContext);
  const [{ started, router }] = useState(() => setStage({ locale, ...options }));
  return <App {...useSpoken(started)} router={router} />;
}
