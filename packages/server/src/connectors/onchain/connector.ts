import type { Connector, ConnectorFactory, CreateOutcome, DepositOrder } from '../connector.ts';
import { defineFactory } from '../define-factory.ts';
import { buildRails } from './build-rail.ts';
import { type OnchainConfig, onchainConfigSchema } from './config.ts';
import { findKeystores, findPrivateKeys } from './config-problems.ts';

const onchainFactory = defineFactory(onchainConfigSchema, {
  isSimulated: false,
  usesChains: true,
  // The player is sent to no page, so no form is posted.
  build: (config) => ({
    connector: buildOnchainConnector(config),
    formOrigins: [],
    rails: buildRails(config),
    testOnly: findKeystores(config.chains),
  }),
});

/**
 * The connector to blockchains: each deposit is paid to the player's own address, which Kassa
 * derives from a public key of the operator's. The money goes directly from the player's wallet to
 * the operator's. This connector only shows the address; Kassa watches the chain (money/chains/).
 */
export const factory: ConnectorFactory = {
  ...onchainFactory,
  build: (settings) => {
    // First and alone: nothing else matters until a private key is out of the settings.
    const problems = findPrivateKeys(settings);
    return problems.length > 0 ? { problems } : onchainFactory.build(settings);
  },
};

function buildOnchainConnector({ lifetimeHours }: OnchainConfig): Connector {
  return {
    create: async (order) => showAddress(order, lifetimeHours * 3600),
    // Nobody has to be told: the chain shows what was sent.
    complete: async () => ({ kind: 'acknowledged' }),
    // An address can be paid for ever.
    cancel: async () => ({ kind: 'cannotCancel' }),
    // The watcher reports payments; it isn't asked.
    status: async () => ({ kind: 'known', events: [] }),
    checkNotification: () => ({ kind: 'refused', detail: 'a chain sends no notifications' }),
    parseNotification: () => ({ kind: 'unreadable', detail: 'a chain sends no notifications' }),
    payouts: null,
    refunds: null,
  };
}

/** Writes the step from the order alone, without a request. */
function showAddress(order: DepositOrder, lifetime: number): CreateOutcome {
  const { address: reserved = null, depositId } = order;
  if (reserved === null) {
    return { kind: 'error', error: 'rejected', detail: 'no address is reserved for the deposit' };
  }
  const { address, memo, blockchain, chainId, coin, least, exact, reservedAt } = reserved;
  return {
    kind: 'accepted',
    providerReference: depositId,
    step: {
      kind: 'address',
      address: {
        depositAddress: address,
        cryptoName: coin.currency,
        minDepositValue: least,
        blockchain,
        ...(exact !== null && {
          payAmount: exact.amount,
          priceUntil: exact.until.toISOString(),
        }),
        ...(memo !== null && { memo }),
        ...(coin.shownContract !== null && { tokenContract: coin.shownContract }),
        ...(chainId !== null && { chainId }),
        created: reservedAt.toISOString(),
        lifetime,
      },
    },
  };
}
