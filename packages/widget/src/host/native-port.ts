/** The properties that a native app adds to the window of its web view. */
declare global {
  interface Window {
    /** The host's data: an object, or its JSON. */
    __kassaHostData?: unknown;
    /** The handler of an Android app. */
    KassaAndroid?: { postMessage(json: string): void };
    /** The handlers of an iOS app. */
    webkit?: { messageHandlers?: { kassa?: { postMessage(json: string): void } } };
  }
}

/** The app's handler and its platform. */
export interface NativePort {
  platform: 'android' | 'ios';
  postMessage: (json: string) => void;
}

/** Finds the native app around a web view; null where there is none. */
export function findNativePort(window: Window): NativePort | null {
  const ios = window.webkit?.messageHandlers?.kassa;
  if (ios !== undefined) return { platform: 'ios', postMessage: (json) => ios.postMessage(json) };
  const android = window.KassaAndroid;
  if (android === undefined) return null;
  return { platform: 'android', postMessage: (json) => android.postMessage(json) };
}
