import { type HostBridge, HostSilentError } from './host-bridge.ts';

/** The bridge of a window without a host: it never receives a message. */
export function createNullBridge(): HostBridge {
  return {
    isNative: false,
    connect: () => Promise.reject(new HostSilentError()),
    send: () => {},
    onMessage: () => () => {},
  };
}
