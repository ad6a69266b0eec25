import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useAutoHeight } from '../auto-height/use-auto-height.ts';
import { Notifications } from '../features/notification/notifications.tsx';
import { isMessageKey, useText } from '../i18n/text.ts';
import { Link } from '../routing/link.tsx';
import type { Place } from '../routing/place.ts';
import { ListPlaceContext, usePlace, useRouter } from '../routing/use-router.ts';
import { watchPreloadErrors } from '../routing/watch-preload-errors.ts';
import { closeWidget } from '../session/close-widget.ts';
import { useSession } from '../session/session.ts';
import { useSessionStore } from '../session/session-store.ts';
import { useIsOffline } from '../session/use-is-offline.ts';
import { sendAnalytics } from '../telemetry/analytics.ts';
import { Announcement } from '../ui/announcement.tsx';
import { Glyph } from '../ui/glyph.tsx';
import header from '../ui/header.module.css';
import { BackButton, Header } from '../ui/header.tsx';
import { IconFailureContext, OwnIconsContext } from '../ui/icon.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { watchPresses } from '../ui/presses.ts';
import { ScreenHeightContext } from '../ui/screen.tsx';
import { useHeldWhilePressed } from '../ui/use-held-while-pressed.ts';
import { frameOfPanes, useMediaQuery } from '../ui/use-media-query.ts';
import { CrashScreen } from './crash.screen.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { keepFocusInSight } from './keep-focus-in-sight.ts';
import styles from './shell.module.css';

const noIcons = {};

/** The height of a pane's head, as in the style sheet. */
const paneHeadPx = 56;

/** The frame of every screen: the header, and the reports to the host about all screens. */
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
  const isBeside = place?.route.pane === 'beside' && place.list !== null;
  const isPaned = useMediaQuery(frameOfPanes) && isBeside;
  const list = isPaned ? place.list : place;
  // Beside each other, the higher of the two counts.
  const reportHeight = useAutoHeight(shellRef, list?.visit);
  const handleListHeight = useCallback(
    (heightPx: number) => reportHeight?.(heightPx),
    [reportHeight],
  );
  const handleHeight = useCallback(
    (heightPx: number) => {
      handleReady();
      handleListHeight(heightPx + (isPaned ? paneHeadPx : 0));
    },
    [handleReady, handleListHeight, isPaned],
  );
  const hasNoList = isPaned && !list?.screen;
  useEffect(() => {
    if (hasNoList) void router.loadList();
  }, [hasNoList, router]);
  const reload = () => router.reload();

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
  const { route, screen: ScreenOfRoute, error } = place;
  const close = () => closeWidget(session);
  const goBack = () => {
    const { transaction } = useSessionStore.getState();
    sendAnalytics(session, { event: 'button', event_category: transaction, button_name: 'back' });
    router.back();
  };
  const canClose = route.showClose !== false && hostData.closingButton;
  const titleOf = ({ route, title = route.title }: Place) =>
    text(isMessageKey(text, title) ? title : route.title);
  const back = route.backTo === undefined ? undefined : { label: text('back'), onClick: goBack };
  const head = { title: titleOf(place), titleRef, back };
  const isList = route.pane === 'list';
  return (
    <div className={styles.shell} ref={shellRef}>
      <Header
        {...(isPaned ? { title: list ? titleOf(list) : text('loading') } : head)}
        badge={badge}
        banner={banner}
        start={
          (isList || isPaned) &&
          router.hasScreen('Deposit history') && (
            <Link className={header.button} to="Deposit history" label={text('history.link')}>
              <Glyph name="clock" />
            </Link>
          )
        }
        close={canClose ? { label: text('close'), onClick: close } : undefined}
      />
      <IconFailureContext value={handleIconFailure}>
        <OwnIconsContext value={session.ownIcons ?? noIcons}>
          <main className={styles.panes} data-panes={isList || isBeside || undefined}>
            {(isList || isPaned) && (
              <ListPlaceContext key={list?.visit} value={isList ? null : (list ?? null)}>
                <ScreenHeightContext value={isList ? handleHeight : handleListHeight}>
                  <Stage
                    place={list}
                    isList
                    role={isList ? undefined : 'navigation'}
                    onReset={reload}
                  />
                </ScreenHeightContext>
              </ListPlaceContext>
            )}
            {isList ? (
              <p className={styles.none}>{text('panes.choose')}</p>
            ) : (
              <ScreenHeightContext key={place.visit} value={handleHeight}>
                <Stage place={place} onReset={reload}>
                  {isPaned && <PaneHead {...head} />}
                </Stage>
              </ScreenHeightContext>
            )}
          </main>
        </OwnIconsContext>
      </IconFailureContext>
      <Notifications />
      <Announcement>
        {ScreenOfRoute === null && error === undefined ? text('loading') : ''}
      </Announcement>
    </div>
  );
}

interface StageProps {
  /** Undefined while it loads. */
  place: Place | null | undefined;
  isList?: boolean;
  /** The landmark that a list is beside another screen. */
  role?: 'navigation' | undefined;
  onReset: () => void;
  children?: ReactNode;
}

/** A screen, its skeleton, or what stands in its place after an error. */
function Stage({ place, isList, role, onReset, children }: StageProps) {
  const { route, screen: ScreenOfRoute = null, direction, error } = place ?? {};
  return (
    <div
      className={styles.stage}
      role={role}
      data-list={isList}
      data-transition={route?.transition ?? 'push'}
      data-direction={direction}
    >
      {children}
      <CrashBoundary>
        {error !== undefined && <CrashScreen error={error} onReset={onReset} />}
        {error === undefined && (ScreenOfRoute === null ? <ListSkeleton /> : <ScreenOfRoute />)}
      </CrashBoundary>
    </div>
  );
}

type PaneHeadProps = Pick<ComponentProps<typeof Header>, 'title' | 'titleRef' | 'back'>;

/** The title of what stands beside the list, and its way back. */
function PaneHead({ title, titleRef, back }: PaneHeadProps) {
  return (
    <div className={styles.head}>
      {back && <BackButton {...back} />}
      <h2 className={header.title} ref={titleRef} tabIndex={-1}>
        {title}
      </h2>
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
