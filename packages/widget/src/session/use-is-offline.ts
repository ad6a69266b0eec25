import { useEffect, useState } from 'react';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { useSession } from './session.ts';

/**
 * Returns whether the server can't be reached: the browser has reported the loss of its network, or
 * exchanges go unanswered. An answered exchange counts more than the browser, which knows its own
 * network alone.
 */
export function useIsOffline(): boolean {
  const { transport } = useSession();
  const [isOffline, setIsOffline] = useState(() => navigator.onLine === false);
  useEffect(() => {
    const handleOffline = () => setIsOffline(true);
    const handleOnline = () => setIsOffline(false);
    window.addEventListener('offline', handleOffline);
    window.addEventListener('online', handleOnline);
    const stop = transport.onReachable((isReachable) => setIsOffline(!isReachable));
    return () => {
      window.removeEventListener('offline', handleOffline);
      window.removeEventListener('online', handleOnline);
      stop();
    };
  }, [transport]);
  return useIsHydrated() && isOffline;
}
