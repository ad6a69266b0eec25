import {
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
} from 'react';
import { useSession } from '../session/session.ts';
import type { Target } from './route.ts';
import { ListPlaceContext, useRouter } from './use-router.ts';

interface LinkProps extends Target {
  className?: string | undefined;
  /** Names a link without words. */
  label?: string;
  children: ReactNode;
}

/**
 * A link to another screen. It is a real link: it can be opened in a new tab, and screen readers
 * announce it as a link. In a list, that of what stands beside the list is marked.
 */
export function Link({ to, search, replace, className, label, children }: LinkProps) {
  const router = useRouter();
  const { product } = useSession();
  const target: Target = { to, ...(search && { search }), ...(replace && { replace }) };
  const isInPane = use(ListPlaceContext) !== null;
  const isChosen = useSyncExternalStore(
    router.subscribe,
    () => isInPane && router.isChosen(search),
    () => false,
  );
  const handleClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.navigate(target);
  };
  const handleIntent = () => router.preload(target);
  return (
    <a
      className={className}
      aria-label={label}
      aria-current={isChosen || undefined}
      href={`/${product}${router.addressOf(target)}`}
      onClick={handleClick}
      onPointerEnter={handleIntent}
      onPointerDown={handleIntent}
      onFocus={handleIntent}
    >
      {children}
    </a>
  );
}

/** Leads on, once, as soon as it is rendered. */
export function Navigate(target: Omit<Target, 'replace'>) {
  const router = useRouter();
  const leadOn = useEffectEvent(() => router.navigate({ ...target, replace: true }));
  useEffect(() => leadOn(), []);
  return null;
}
