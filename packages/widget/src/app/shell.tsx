import { Outlet, useMatches, useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useText } from '../i18n/text.ts';
import { useSession } from '../session/session.ts';
import { Header } from '../ui/header.tsx';
import { ScreenHeightContext } from '../ui/screen.tsx';
import styles from './shell.module.css';

/** What stands around every screen: the header, and what the host is told of all of them. */
export function Shell() {
  const text = useText();
  const navigate = useNavigate();
  const { bridge, hostData } = useSession();
  const { staticData } = useMatches().at(-1) ?? {};
  const titleRef = useRef<HTMLHeadingElement>(null);
  const shellRef = useRef<HTMLDivElement>(null);

  usePlaceReport(titleRef);
  const handleHeight = useCallback(
    (screenPx: number) => {
      const headerPx = shellRef.current?.querySelector('header')?.offsetHeight ?? 0;
      const height = Math.ceil(headerPx + screenPx);
      bridge.send({ messageType: 'resize', payload: { height } });
    },
    [bridge],
  );

  const { backTo, title = 'deposit.title', showClose = true } = staticData ?? {};
  const back = backTo === undefined ? undefined : () => navigate({ to: backTo });
  const close = () => bridge.send({ messageType: 'onClose' });
  return (
    <div className={styles.shell} ref={shellRef}>
      <Header
        title={text(title)}
        titleRef={titleRef}
        back={back && { label: text('back'), onClick: back }}
        close={
          showClose && hostData.closingButton ? { label: text('close'), onClick: close } : undefined
        }
      />
      <ScreenHeightContext value={handleHeight}>
        <Outlet />
      </ScreenHeightContext>
    </div>
  );
}

/** Tells the host each new place, and moves the focus to the heading of its screen. */
function usePlaceReport(titleRef: React.RefObject<HTMLHeadingElement | null>): void {
  const { bridge } = useSession();
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const isFirst = useRef(true);
  useEffect(() => {
    if (path === undefined) return;
    bridge.send({ messageType: 'navigate', payload: { path } });
    // On the first screen the focus stays with the host's page.
    if (!isFirst.current) titleRef.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path, bridge, titleRef]);
}
