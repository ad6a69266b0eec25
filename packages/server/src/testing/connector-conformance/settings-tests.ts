import { describe, expect, it } from 'vitest';
import type { ConnectorDescription, ProviderUnderTest } from './description.ts';
import type { Stage } from './stage.ts';

/** Building a connector from a brand's settings. */
export function registerSettingsTests<Provider extends ProviderUnderTest>(
  { factory, badSettings }: ConnectorDescription<Provider>,
  stage: () => Stage<Provider>,
): void {
  describe('settings', () => {
    it('that are valid build a connector, whose form origins are origins', () => {
      const built = factory.build(stage().provider.settings);
      if ('problems' in built) throw new Error(JSON.stringify(built.problems));
      for (const origin of built.formOrigins) expect(new URL(origin).origin).toBe(origin);
    });

    it.each(badSettings)('without a valid $names are refused by name', ({ settings, names }) => {
      const built = factory.build(settings);
      expect(built).toMatchObject({ problems: [{ path: expect.stringContaining(names) }] });
    });

    it('that are unknown are refused by name', () => {
      const settings = { ...(stage().provider.settings as object), unheardOf: true };
      expect(factory.build(settings)).toMatchObject({ problems: [{ path: 'unheardOf' }] });
    });

    it.each([undefined, null, 'text', 5, []])('that are %j are refused', (settings) => {
      expect(factory.build(settings)).toMatchObject({ problems: expect.any(Array) });
    });
  });
}
