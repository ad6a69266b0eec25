import type { CDPSession } from 'playwright-core';

/** The slowdown of the network and of the CPU. */
export interface Throttling {
  name: string;
  cpuSlowdown: number;
  network: { bitsPerSecondDown: number; bitsPerSecondUp: number; roundTripMs: number } | null;
}

export const unthrottled: Throttling = { name: 'unthrottled', cpuSlowdown: 1, network: null };

export const slowPhone: Throttling = {
  name: 'slow 4G, 4× CPU',
  cpuSlowdown: 4,
  network: { bitsPerSecondDown: 1_600_000, bitsPerSecondUp: 750_000, roundTripMs: 150 },
};

/** Applies to the page and to the frames in its process. */
export async function throttle(
  session: CDPSession,
  { cpuSlowdown, network }: Throttling,
): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (network === null) return;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.roundTripMs,
    downloadThroughput: network.bitsPerSecondDown / 8,
    uploadThroughput: network.bitsPerSecondUp / 8,
  });
}
