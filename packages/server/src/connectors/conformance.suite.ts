import { describe } from 'vitest';
import { registerAskingTests } from '../testing/connector-conformance/asking-tests.ts';
import { registerDepositTests } from '../testing/connector-conformance/deposit-tests.ts';
import type {
  ConnectorDescription,
  ProviderUnderTest,
} from '../testing/connector-conformance/description.ts';
import { findDescriptionFaults } from '../testing/connector-conformance/description-faults.ts';
import { registerErrorTests } from '../testing/connector-conformance/error-tests.ts';
import { registerNotificationTests } from '../testing/connector-conformance/notification-tests.ts';
import { registerOffersTests } from '../testing/connector-conformance/offers-tests.ts';
import { registerPayoutTests } from '../testing/connector-conformance/payout-tests.ts';
import { registerPlayerTests } from '../testing/connector-conformance/player-tests.ts';
import { registerRefundTests } from '../testing/connector-conformance/refund-tests.ts';
import { registerSettingsTests } from '../testing/connector-conformance/settings-tests.ts';
import { useStage } from '../testing/connector-conformance/stage.ts';

/**
 * Registers the tests that every connector must pass: the behaviour that the engine relies on
 * (design §3), tested on a running provider or a stand-in. A connector's own `conformance.test.ts`
 * calls it.
 * @throws Error if the description has an entry, ability or task that the suite doesn't know
 */
export function testConnector<Provider extends ProviderUnderTest>(
  description: ConnectorDescription<Provider>,
): void {
  const faults = findDescriptionFaults(description);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  describe(`the connector ${description.name}`, () => {
    const stage = useStage(description);
    registerSettingsTests(description, stage);
    registerDepositTests(description, stage);
    registerAskingTests(description, stage);
    registerOffersTests(description, stage);
    registerPlayerTests(description, stage);
    registerPayoutTests(description, stage);
    registerRefundTests(description, stage);
    registerErrorTests(description, stage);
    registerNotificationTests(description, stage);
  });
}
