import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useAutoHeight } from '../auto-height/use-auto-height.ts';
import { Notifications } from '../features/notification/notifications.tsx';
import { isMessageKey, useText } from '../i18n/text.ts';
import { Link } from '../routing/link.tsx';
import type { Place } from '../routing/place.ts';
import { usePlace, useRouter } from '../routing/use-router.ts';
import { watchPreloadErrors } from '../routing/watch-preload-errors.ts';
import { closeWidget } from '../session/close-widget.ts';
import { useSession } from '../session/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import { useIsOffline } from '../session/use-is-offline.ts';
import { sendAnalytics } from '../telemetry/analytics.ts';
import { Announcement } from '../ui/announcement.tsx';
import { Glyph } from '../ui/glyph.tsx';
import header from '../ui/header.module.css';
import { Header } from '../ui/header.tsx';
import { IconFailureContext, OwnIconsContext } from '../ui/icon.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { watchPresses } from '../ui/presses.ts';
import { ScreenHeightContext } from '../ui/screen.tsx';
import { useHeldWhilePressed } from '../ui/use-held-while-pressed.ts';
import { CrashScreen } from './crash.screen.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { keepFocusInSight } from './keep-focus-in-sight.ts';
import styles from './shell.module.css';

/** The frame of every screen: the header, and the reports to the host about all screens. */
const noIcons = {};

export function Shell() {
  const text = useText();
  const router = useRouter();
  const place = usePlace();
  const session = useSession();
  const { hostData } = session;
  const titleRef = useRef<HTMLHeadingElement>(null);
  const shellRef = useRef<HTMLDivElement>(null);

  useEffect(() => watchPresses(window), []);
  useEffect(() => keepFocusInSight(window), []);
  usePlaceReport(place, titleRef);
  // It pushes the screen down.
  const isOffline = useHeldWhilePressed(useIsOffline());
  const banner = isOffline ? text('offline.text') : '';
  const handleReady = useScroll(place);
  const handleIconFailure = useFetchReports();
  const reportHeight = useAutoHeight(shellRef, place?.visit);
  const handleHeight = useCallback(
    (heightPx: number) => {
      handleReady();
      reportHeight?.(heightPx);
    },
    [handleReady, reportHeight],
  );

  const { badge: address } = hostData.assets;
  const badge =
    address === undefined ? undefined : { address, onFailure: () => handleIconFailure('badge') };

  if (place === null) {
    return (
      <div className={styles.shell} ref={shellRef}>
        <Header title={text('loading')} badge={badge} banner={banner} />
        <ListSkeleton />
      </div>
    );
  }
  const { route, screen: ScreenOfRoute, direction, visit, error } = place;
  const close = () => closeWidget(session);
  const goBack = () => {
    const { transaction } = useSessionStore.getState();
    sendAnalytics(session, { event: 'button', event_category: transaction, button_name: 'back' });
    router.back();
  };
  const canClose = route.showClose !== false && hostData.closingButton;
  const { title = route.title } = place;
  const back = { label: text('back'), onClick: goBack };
  const isList = [router.rootOf('deposit'), router.rootOf('withdrawal')].includes(route.name);
  return (
    <div className={styles.shell} ref={shellRef}>
      <Header
        title={text(isMessageKey(text, title) ? title : route.title)}
        titleRef={titleRef}
        badge={badge}
        banner={banner}
        start={
          isList &&
          router.hasScreen('Deposit history') && (
            <Link className={header.button} to="Deposit history" label={text('history.link')}>
              <Glyph name="clock" />
            </Link>
          )
        }
        back={route.backTo === undefined ? undefined : back}
        close={canClose ? { label: text('close'), onClick: close } : undefined}
      />
      <ScreenHeightContext value={handleHeight}>
        <IconFailureContext value={handleIconFailure}>
          <OwnIconsContext value={session.ownIcons ?? noIcons}>
            <div
              className={styles.stage}
              key={visit}
              data-transition={route.transition ?? 'push'}
              data-direction={direction}
            >
              <CrashBoundary>
                {error !== undefined && (
                  <CrashScreen error={error} onReset={() => router.reload()} />
                )}
                {error === undefined &&
                  (ScreenOfRoute === null ? <ListSkeleton /> : <ScreenOfRoute />)}
              </CrashBoundary>
            </div>
          </OwnIconsContext>
        </IconFailureContext>
      </ScreenHeightContext>
      <Notifications />
      <Announcement>
        {ScreenOfRoute === null && error === undefined ? text('loading') : ''}
      </Announcement>
    </div>
  );
}

/**
 * Reports to the host what could not be fetched (§8): each icon once, and screens' code and styles.
 */
function useFetchReports(): (icon: string) => void {
  const { bridge } = useSession();
  const reported = useRef(new Set<string>());
  useEffect(
    () =>
      watchPreloadErrors(window, (value) =>
        bridge.send({ messageType: 'Metric', payload: { name: 'error', value } }),
      ),
    [bridge],
  );
  return useCallback(
    (icon) => {
      if (reported.current.has(icon)) return;
      reported.current.add(icon);
      const value = `Unable to fetch icon: ${icon}`;
      bridge.send({ messageType: 'Metric', payload: { name: 'error', value } });
    },
    [bridge],
  );
}

/**
 * Scrolls each screen to its top, or to its earlier position, once it is there. Returns a function
 * to call when its data is there too: before, the screen may be too low to be scrolled that far.
 */
function useScroll(place: Place | null): () => void {
  const { visit, screen, scrollTop = 0, direction } = place ?? {};
  const isAwaitingData = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen is scrolled when it comes
  useLayoutEffect(() => {
    // The first screen may have been scrolled already, before the widget was there.
    if (visit === undefined || direction === 'first') return;
    window.scrollTo({ top: scrollTop, behavior: 'instant' });
    // The top can be reached at once.
    isAwaitingData.current = scrollTop > 0;
  }, [visit, screen]);
  return useCallback(() => {
    if (!isAwaitingData.current) return;
    isAwaitingData.current = false;
    window.scrollTo({ top: scrollTop, behavior: 'instant' });
  }, [scrollTop]);
}

/** Reports each new path to the host, and moves the focus to the heading of its screen. */
function usePlaceReport(
  place: Place | null,
  titleRef: React.RefObject<HTMLHeadingElement | null>,
): void {
  const session = useSession();
  const { bridge } = session;
  const isFirst = useRef(true);
  const path = place?.path;
  const markLoaded = useSessionStore((store) => store.markLoaded);
  const isUsable = (place?.screen ?? null) !== null && place?.route.name !== 'Error';
  useEffect(() => {
    if (isUsable) markLoaded(session);
  }, [isUsable, session, markLoaded]);
  const visit = place?.visit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen shown again is a new visit
  useEffect(() => {
    if (path === undefined) return;
    bridge.send({ messageType: 'navigate', payload: { path } });
    // On the first screen the focus stays with the host's page.
    if (!isFirst.current) titleRef.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [visit, path, bridge, titleRef]);
}
