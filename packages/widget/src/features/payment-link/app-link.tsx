import type { ReactNode } from 'react';
import { isWebAddress } from '../../popup/is-web-address.ts';
import { useSession } from '../../session/session.ts';

interface AppLinkProps {
  href: string;
  className: string | undefined;
  /** The most important action of its screen. */
  isPrimary?: boolean;
  onFollow: () => void;
  children: ReactNode;
}

/**
 * Links to an app or page where a payment is made. A web page, and any link in a native app, gets a
 * window of its own. A link from a browser to an app would leave an empty window behind.
 */
export function AppLink({ href, className, isPrimary = false, onFollow, children }: AppLinkProps) {
  const { bridge } = useSession();
  const hasWindow = bridge.isNative || isWebAddress(href);
  return (
    <a
      className={className}
      data-primary={isPrimary || undefined}
      href={href}
      {...(hasWindow && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={onFollow}
    >
      {children}
    </a>
  );
}
