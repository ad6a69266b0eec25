import { transportNames } from '@kassa/contract';
import { writeForceLogging, writeTransportChoice } from '../storage/write-settings.ts';
import { encodeDebugCookie } from './session-cookie.ts';

/** The hooks for the console (§7). Each setting reloads the page. */
export interface DebugHooks {
  /** Logs failed requests in this tab, in production too. */
  setForceLogging: (isOn: boolean) => void;
  /** Signs in with a token where the host sends none. */
  setUser: (token: string) => void;
  /** Overrides the host's transport in this tab; null removes the override. */
  setTransport: (name: 'socket' | 'http' | null) => void;
  /** Fills a demo amount into the open form (§5): see `form/use-demo-amount.ts`. */
  fillDemoAmount: () => void;
}

declare global {
  interface Window {
    kassaDebug?: DebugHooks;
  }
}

export interface DebugHooksOptions {
  product: string;
  /** The document that gets the cookies. */
  document: { cookie: string };
  reload: () => void;
}

/**
 * Creates the hooks. Each throws a TypeError that names the values it takes where it gets another.
 */
export function createDebugHooks({ product, document, reload }: DebugHooksOptions): DebugHooks {
  return {
    setForceLogging: (isOn) => {
      if (typeof isOn !== 'boolean') throw new TypeError('setForceLogging takes true or false.');
      writeForceLogging(isOn);
      reload();
    },
    setUser: (token) => {
      if (typeof token !== 'string') throw new TypeError('setUser takes a token.');
      document.cookie = encodeDebugCookie(token, product);
      reload();
    },
    setTransport: (name) => {
      if (name !== null && !transportNames.includes(name)) {
        throw new TypeError(`setTransport takes ${transportNames.join(', ')} or null.`);
      }
      writeTransportChoice(name);
      reload();
    },
    // An open form replaces this hook, since the form knows its limits.
    fillDemoAmount: () => {
      throw new Error('No form is open.');
    },
  };
}

/** Puts the hooks on `window.kassaDebug`. */
export function installDebugHooks(window: Window, product: string): void {
  const reload = () => window.location.reload();
  window.kassaDebug = createDebugHooks({ product, document: window.document, reload });
}
