import { type HostBridge, HostSilentError } from './host-bridge.ts';

/** The bridge of a window that has no host around it: nobody answers and nobody listens. */
export function createNullBridge(): HostBridge {
  return {
    isNative: false,
    connect: () => Promise.reject(new HostSilentError()),
    send: () => {},
    onMessage: () => () => {},
  };
}
