import { type DeviceTicket, decodeNextStep, hostDataSchema } from '@kassa/contract';
import { provideMethodKinds } from '../../flows/deposit/method-kinds.ts';
import { resolveResumed } from '../../flows/deposit/resume/use-next-step.ts';
import { depositQuery, type KnownDeposit } from '../../flows/deposit/unfinished.queries.ts';
import { createNullBridge } from '../../host/null-bridge.ts';
import type { PlayerLocale } from '../../i18n/player-locale.ts';
import { encodeSearch } from '../../routing/address.ts';
import { createMemoryHistory } from '../../routing/history.ts';
import type { RouteName } from '../../routing/route-names.ts';
import type { Router } from '../../routing/router.ts';
import { describeEvent } from '../../session/describe-event.ts';
import type { Session } from '../../session/session.ts';
import { createAppRouter } from '../app-router.ts';
import { methodKinds, routePaths } from '../method-kinds.ts';
import type { PageConfig } from '../page-config.ts';
import { createQueryClient, type StartedSession } from '../start-session.ts';
import { buildPayTree } from './build-pay-tree.ts';
import { openPayTransport } from './open-pay-transport.ts';

interface OpenDepositOptions {
  page: Pick<PageConfig, 'product' | 'ownIcons' | 'supportUrl'>;
  locale: PlayerLocale;
  /** The server no longer takes the ticket. */
  onEnded: () => void;
}

/** A deposit on another device: its session and screens. */
export type OpenedDeposit = Omit<StartedSession, 'messages'> & { router: Router };

/**
 * Opens the deposit of a ticket at its next step, in a session without a host.
 * @throws as the transport does
 */
export async function openDeposit(
  ticket: DeviceTicket,
  { page, locale, onEnded }: OpenDepositOptions,
): Promise<OpenedDeposit> {
  provideMethodKinds(methodKinds);
  const queryClient = createQueryClient();
  const { origin } = window.location;
  const transport = openPayTransport(ticket, { origin, onEnded });
  const session: Session = {
    product: page.product,
    ownIcons: page.ownIcons,
    isVpnHintShown: false,
    supportUrl: page.supportUrl,
    isSingleDeposit: true,
    hostData: hostDataSchema.parse({ transport: 'http', closingButton: false }),
    playerKey: null,
    bridge: createNullBridge(),
    transport,
    locale,
    describeEvent: (category) => describeEvent(session, queryClient, category),
  };
  try {
    const known = await queryClient.fetchQuery(depositQuery(transport, ticket.depositId));
    const start = resolveStart(known, ticket);
    const { depositId, paymentMethod: method } = known.deposit;
    const address = `${routePaths[start]}${encodeSearch({ depositId, method })}`;
    const router = createAppRouter({
      tree: buildPayTree(start, known.deposit),
      // The deposit's screens have no address: a reload begins with the ticket again.
      history: Object.assign(createMemoryHistory(address), { reload: () => location.reload() }),
      context: { session, queryClient },
      onError: () => {},
    });
    await router.start();
    const stop = () => {
      router.stop();
      transport.close();
    };
    return { session, queryClient, router, stop };
  } catch (error) {
    transport.close();
    throw error;
  }
}

/** Returns the screen of a deposit's next step; its status where there is none. */
function resolveStart({ deposit, created }: KnownDeposit, { method }: DeviceTicket): RouteName {
  if (created === null || deposit.isReported === true) return 'Complete deposit';
  const step = resolveResumed(decodeNextStep(created, method ?? undefined), method ?? undefined);
  return step.kind === 'page' ? step.to : 'Complete deposit';
}
