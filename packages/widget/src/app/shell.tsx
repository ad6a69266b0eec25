import { useCallback, useEffect, useRef } from 'react';
import { useText } from '../i18n/text.ts';
import type { Place } from '../routing/router.ts';
import { usePlace, useRouter } from '../routing/use-router.ts';
import { useSession } from '../session/session.ts';
import { Announcement } from '../ui/announcement.tsx';
import { Header } from '../ui/header.tsx';
import { ScreenHeightContext } from '../ui/screen.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { LoadingScreen } from './loading.screen.tsx';
import styles from './shell.module.css';

/** What stands around every screen: the header, and what the host is told of all of them. */
export function Shell() {
  const text = useText();
  const router = useRouter();
  const place = usePlace();
  const { bridge, hostData } = useSession();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const shellRef = useRef<HTMLDivElement>(null);

  usePlaceReport(place, titleRef);
  const handleHeight = useCallback(
    (screenPx: number) => {
      const headerPx = shellRef.current?.querySelector('header')?.offsetHeight ?? 0;
      const height = Math.ceil(headerPx + screenPx);
      bridge.send({ messageType: 'resize', payload: { height } });
    },
    [bridge],
  );

  if (place === null) return null;
  const { route, screen: ScreenOfRoute, direction, visit } = place;
  const close = () => bridge.send({ messageType: 'onClose' });
  const canClose = route.showClose !== false && hostData.closingButton;
  return (
    <div className={styles.shell} ref={shellRef}>
      <Header
        title={text(route.title)}
        titleRef={titleRef}
        back={
          route.backTo === undefined
            ? undefined
            : { label: text('back'), onClick: () => router.back() }
        }
        close={canClose ? { label: text('close'), onClick: close } : undefined}
      />
      <ScreenHeightContext value={handleHeight}>
        <div
          className={styles.stage}
          key={visit}
          data-transition={route.transition ?? 'push'}
          data-direction={direction}
        >
          <CrashBoundary>
            {ScreenOfRoute === null ? <LoadingScreen /> : <ScreenOfRoute />}
          </CrashBoundary>
        </div>
      </ScreenHeightContext>
      <Announcement>{ScreenOfRoute === null ? text('loading') : ''}</Announcement>
    </div>
  );
}

/** Tells the host each new place, and moves the focus to the heading of its screen. */
function usePlaceReport(
  place: Place | null,
  titleRef: React.RefObject<HTMLHeadingElement | null>,
): void {
  const { bridge } = useSession();
  const isFirst = useRef(true);
  const path = place?.path;
  const visit = place?.visit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen seen again is a new visit
  useEffect(() => {
    if (path === undefined) return;
    bridge.send({ messageType: 'navigate', payload: { path } });
    // On the first screen the focus stays with the host's page.
    if (!isFirst.current) titleRef.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [visit, path, bridge, titleRef]);
}
