import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConnectorFactory } from './connector.ts';

/**
 * All connectors by name: each folder beside this file is one, and exports `factory` from its
 * `connector.ts`. Adding a folder adds a connector; there is no other list.
 */
export const connectorFactories: ReadonlyMap<string, ConnectorFactory> = new Map(
  await Promise.all(
    readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(async ({ name }): Promise<[string, ConnectorFactory]> => {
        const file = path.join(import.meta.dirname, name, 'connector.ts');
        const { factory } = (await import(pathToFileURL(file).href)) as {
          factory: ConnectorFactory;
        };
        return [name, factory];
      }),
  ),
);

/**
 * What a connector declares: card numbers may go there (design §3.8), fees on top, and payments to
 * the operator's own accounts or to addresses on chains.
 */
export function abilitiesOf(connector: string) {
  const factory = connectorFactories.get(connector);
  const {
    hasPciScope = false,
    canChargeFee = false,
    usesRequisites = false,
    usesChains = false,
  } = factory ?? {};
  return { hasPciScope, canChargeFee, usesRequisites, usesChains };
}
