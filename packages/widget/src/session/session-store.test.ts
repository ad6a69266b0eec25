import { createFakeBridge, createFakeTransport } from '@kassa/test-kit';
import { expect, test, vi } from 'vitest';
import { startRum } from '../telemetry/start-rum.ts';
import { useSessionStore } from './session-store.ts';

vi.mock('../telemetry/start-rum.ts', () => ({ startRum: vi.fn() }));

test('the first usable screen is reported once, and starts what was deferred until then', async () => {
  const bridge = createFakeBridge();
  const transport = createFakeTransport();
  const start = vi.spyOn(transport, 'start');
  const { markLoaded } = useSessionStore.getState();
  markLoaded({ bridge, transport, product: 'casino' });
  markLoaded({ bridge, transport, product: 'casino' });
  expect(bridge.sent).toEqual([{ messageType: 'FullLoaded' }]);
  expect(performance.getEntriesByName('kassa:full-loaded')).toHaveLength(1);
  expect(start).toHaveBeenCalledTimes(1);
  await expect.poll(() => vi.mocked(startRum).mock.calls).toEqual([[{ product: 'casino' }]]);
});
