import { transportNames } from '@kassa/contract';
import { writeForceLogging, writeTransportChoice } from '../storage/stored-settings.ts';
import { encodeDebugCookie } from './session-cookie.ts';

/** What stands on the console (§7); each setting reloads the page. */
export interface DebugHooks {
  /** Logs failed requests in this tab, wherever the widget runs. */
  setForceLogging: (isOn: boolean) => void;
  /** Signs in with a token where the host brings none. */
  setUser: (token: string) => void;
  /** Overrides the host's transport in this tab; null takes it back. */
  setTransport: (name: 'socket' | 'http' | null) => void;
  /** Puts an amount to try with into the form that is open (§5): see `form/use-demo-amount.ts`. */
  fillDemoAmount: () => void;
}

declare global {
  interface Window {
    kassaDebug?: DebugHooks;
  }
}

export interface DebugHooksOptions {
  product: string;
  /** Where cookies are written. */
  document: { cookie: string };
  reload: () => void;
}

/** Makes the hooks. Each throws a TypeError that says what it takes where it gets something else. */
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
    // A form's code comes with its screen; it is the form that knows its limits.
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
