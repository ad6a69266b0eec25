import type { HostData } from '@kassa/contract';
import { createContext, use } from 'react';
import type { HostBridge } from '../host/host-bridge.ts';
import type { PlayerLocale } from '../i18n/player-locale.ts';
import type { Keeper } from '../storage/kept-for-player.ts';
import type { AnalyticsSession } from '../telemetry/analytics.ts';
import type { Transport } from '../transport/transport.ts';

/**
 * The parts that stay the same from the handshake to the end: the host and the way to the server.
 */
export interface Session extends Keeper {
  /** The brand in the address: `/{product}/…`. */
  product: string;
  /** Whether the brand's players are told that a VPN may help. */
  isVpnHintShown: boolean;
  /** The brand's support: a page, a chat or a mailbox. */
  supportUrl?: string | undefined;
  /** The files of the brand's own logos in `icons/`, by id. */
  ownIcons?: Readonly<Record<string, string>>;
  hostData: HostData;
  bridge: HostBridge;
  transport: Transport;
  locale: PlayerLocale;
  /**
   * The page shows one deposit alone, on another device of the player: without a host, a list of
   * methods, a balance or other deposits.
   */
  isSingleDeposit?: boolean;
  /** Returns the payload that every analytics event has (§3). */
  describeEvent: AnalyticsSession['describeEvent'];
}

export const SessionContext = createContext<Session | null>(null);

/**
 * Provides the running session.
 * @throws outside of one
 */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('There is no session around this component.');
  return session;
}
