import { encodeSearch, parseAddress, splitSearch } from './address.ts';
import { findBackTarget, type Place, type Visit } from './place.ts';
import type { Route, Search, Target } from './route.ts';
import type { RouteName } from './route-names.ts';
import { RouteTable } from './route-table.ts';
import type { RouterOptions } from './router-options.ts';
import { Trail } from './trail.ts';
import { waitForPageData } from './wait-for-page-data.ts';
import { writeErrorReport } from './write-error-report.ts';

/** After this time in ms a skeleton replaces the old screen while the next one loads. */
const timeoutMs = 200;

/** The time in ms after the first screen until further code is fetched. */
const prepareAfterMs = 500;

/** More redirects than this are an error in the table of routes. */
const mostRedirects = 10;

/** Navigates between the screens of a tree: guards, loading, history, the error screen. */
export class Router {
  private readonly options: RouterOptions;
  private readonly table: RouteTable;
  private readonly listeners = new Set<() => void>();
  /** The direction of a navigation whose screen isn't shown yet. */
  private pending: Visit['direction'] | null = null;
  private readonly trail = new Trail();
  private current: Place | null = null;
  private visits = 0;
  private index: number;
  private readonly stopListening: () => void;
  /** Closes the layer over the shown screen, where there is one. */
  private layer: (() => true) | undefined;
  private preparing: ReturnType<typeof setTimeout> | undefined;
  /** The screen that could not be loaded. */
  private failed: Target | null = null;

  constructor(options: RouterOptions) {
    this.options = options;
    this.table = new RouteTable(options.tree, options.mainPaths);
    this.stopListening = options.history.onPop(this.handlePop);
    this.index = options.history.entry.index;
  }

  /** Shows the screen of the address. Call it once; it resolves as soon as there is a place. */
  start(): Promise<void> {
    return new Promise((resolve) => {
      const stopWaiting = this.subscribe(() => {
        stopWaiting();
        resolve();
      });
      void this.enter('first', 0);
    });
  }

  stop(): void {
    this.visits += 1;
    clearTimeout(this.preparing);
    this.stopListening();
    this.listeners.clear();
  }

  /** Returns the place shown; null before the first. For `useSyncExternalStore`. */
  readonly getPlace = (): Place | null => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Returns the screen for a name from an address; home where this tree has no such screen. */
  resolveName(name: string | undefined): RouteName {
    return name !== undefined && this.hasScreen(name) ? name : this.options.tree.roots.deposit;
  }

  /** Returns whether the tree has a screen of this name. */
  hasScreen(name: string): name is RouteName {
    return this.table.has(name);
  }

  /** Returns the first screen of the flow that an address names; by default the deposit's. */
  rootOf(transaction: string | undefined): RouteName {
    const { roots } = this.options.tree;
    return transaction === 'withdrawal' ? roots.withdrawal : roots.deposit;
  }

  /** See {@link RouteTable.addressOf}. */
  addressOf(target: Target): string {
    return this.table.addressOf(target);
  }

  navigate(target: Target): void {
    this.go(target, target.replace === true ? 'stay' : 'forward');
  }

  /** Returns whether these values of a list's link are those of the screen beside the list. */
  isChosen(search: Search = {}): boolean {
    const given = Object.entries(search);
    return given.length > 0 && given.every(([name, value]) => this.current?.search[name] === value);
  }

  /** Loads the list that the shown screen stands beside, where the player didn't come from it. */
  async loadList(): Promise<void> {
    const transaction = this.current?.route.transaction;
    const loaded = await this.loadAhead({ to: this.rootOf(transaction) }).catch(() => null);
    const { current } = this;
    if (current?.route.pane !== 'beside' || current.route.transaction !== transaction) return;
    const own = { search: {}, flags: {}, title: undefined, visit: 0 };
    this.show({ ...current, list: loaded && { ...current, ...own, ...loaded } });
  }

  /**
   * Begins a layer over the shown screen, such as a question: a step back, by the header, the browser
   * or the phone, calls `close` and changes no screen. Returns a function that ends the layer.
   */
  openLayer(close: () => void): () => void {
    const { history } = this.options;
    this.index += 1;
    history.push(history.address, { index: this.index });
    this.layer = () => {
      close();
      return true;
    };
    return () => {
      this.layer = undefined;
    };
  }

  /**
   * Goes back: to the route's target, or to the screen that the player came from, or home; at its
   * earlier scroll position. The history entry is replaced: in a frame the history is the host
   * page's too, and a step back may leave the cashier.
   */
  back(): void {
    if (this.layer?.()) return;
    // A second press before the screen has changed would go too far.
    if (this.pending === 'back') return;
    const target = findBackTarget(this.current, this.options.tree.roots);
    const wanted =
      target === 'Previous' ? undefined : { ...target, to: this.resolveName(target.to) };
    const address = this.addressOf(wanted ?? { to: this.options.tree.roots.deposit });
    const found =
      wanted === undefined
        ? this.trail.takeNearest()
        : this.trail.takeShowing(address, wanted.search);
    this.options.history.replace(found?.address ?? address, { index: this.index });
    void this.enter('back', found?.scrollTop ?? 0);
  }

  /**
   * Loads the whole page again at a screen, by default at the one that failed. Most browsers never
   * fetch a script again that a page failed to load.
   */
  reload(target: Target = this.failed ?? { to: this.options.tree.roots.deposit }): void {
    this.replace(target);
    this.options.history.reload();
  }

  /** Loads a screen's code and data ahead, as the player's finger comes near its link. */
  preload(target: Target): void {
    // A failure shows when the player goes there.
    this.loadAhead(target).catch(() => {});
  }

  /** Handles the browser's own back and forward. */
  private readonly handlePop = (): void => {
    const { entry, address } = this.options.history;
    const isBack = entry.index < this.index;
    this.index = entry.index;
    if (isBack && this.layer?.()) return;
    // Our own back left a second entry with the current address: the press must still move the
    // player.
    if (isBack && entry.index > 0 && address === this.address()) {
      this.options.history.go(-1);
      return;
    }
    if (!isBack) this.leave();
    const found = isBack ? this.trail.takeNearestAt(address) : undefined;
    void this.enter(isBack ? 'back' : 'forward', found?.scrollTop ?? 0);
  };

  private go(target: Target, direction: Visit['direction']): void {
    if (target.replace === true) this.replace(target);
    else {
      this.leave();
      this.index += 1;
      this.options.history.push(this.addressOf(target), this.entryOf(target));
    }
    void this.enter(direction, 0);
  }

  /** Records the shown screen before another one replaces it. */
  private leave(): void {
    const address = this.address();
    if (address !== null && this.pending === null) {
      this.trail.leave({ address, scrollTop: window.scrollY });
    }
  }

  /** Returns the address of the shown screen. */
  private address(): string | null {
    return this.current && this.current.path + encodeSearch(this.current.search);
  }

  /** Loads a screen's code and data; null where the player would be led elsewhere. */
  private async loadAhead({ to, search = {} }: Target) {
    const route = await this.table.find(to);
    if ((route.guard?.({ search }) ?? null) !== null) return null;
    const loaded = await route.load({ ...this.options.context, search, flags: search });
    return 'screen' in loaded ? { route, ...loaded } : null;
  }

  private entryOf({ data }: Target) {
    return data === undefined ? { index: this.index } : { index: this.index, data };
  }

  private replace(target: Target): void {
    this.options.history.replace(this.addressOf(target), this.entryOf(target));
  }

  /** Shows the screen of the history's address, following redirects of guards and loading. */
  private async enter(direction: Visit['direction'], scrollTop: number): Promise<void> {
    this.pending = direction;
    this.visits += 1;
    const visit: Visit = { direction, scrollTop, visit: this.visits };
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const next = await this.visitAddress(visit);
      if (next === null || this.isOver(visit)) return;
      this.replace(next);
    }
    const { name, search } = this.parseAddress();
    const error = new Error(`The routes redirect without end at ${this.options.history.address}.`);
    this.replace(this.failAt(name, search, error));
    await this.visitAddress(visit);
  }

  /** Shows the screen of the address. Returns the redirect that replaces it, or null. */
  private async visitAddress(visit: Visit): Promise<Target | null> {
    const { name, path, search } = this.parseAddress();
    if (name === undefined) return { to: this.options.tree.roots.deposit, search };
    this.options.onStart?.(path);
    try {
      const route = this.table.get(name) ?? (await this.waitForRoute(name, visit));
      if (this.isOver(visit)) return null;
      return route.guard?.({ search }) ?? (await this.load(route, visit));
    } catch (error) {
      if (this.isOver(visit)) return null;
      const target = this.failAt(name, search, error);
      const route = this.table.get('Error');
      if (name !== 'Error' || route === undefined) return target;
      this.show({ ...this.placeOf(route, visit, {}), error });
      return null;
    }
  }

  /** Loads a route's screen and shows it. Returns a redirect or null. */
  private async load(route: Route, visit: Visit): Promise<Target | null> {
    const flags = this.takeFlags(route);
    const place = this.placeOf(route, visit, flags);
    const { search } = place;
    this.options.onEnter?.(route, search);
    route.onEnter?.(search);
    const timer = setTimeout(() => {
      const isDrawn = this.current === null && this.options.isDrawn === true;
      if (!isDrawn && !this.isOver(visit)) this.show(place);
    }, timeoutMs);
    try {
      const request = { ...this.options.context, search, flags };
      const loaded = await waitForPageData(route.load(request));
      if (this.isOver(visit)) return null;
      if ('redirect' in loaded) return loaded.redirect;
      this.show({ ...place, ...loaded });
      this.preparing ??= setTimeout(() => this.prepareNext(), prepareAfterMs);
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Preloads the error screen, which may be needed without a network, and the remaining
   * definitions.
   */
  private prepareNext(): void {
    this.preload({ to: 'Error' });
    this.table.loadRest().catch(() => {});
  }

  private isOver({ visit }: Visit): boolean {
    return visit !== this.visits;
  }

  private parseAddress() {
    const { path, search } = parseAddress(this.options.history.address);
    return { name: this.table.nameAt(path), path, search };
  }

  /** Removes the one-time values from the address and returns them. */
  private takeFlags({ flags = [] }: Route): Search {
    const { history } = this.options;
    const { path, search } = parseAddress(history.address);
    const { named, rest } = splitSearch(search, flags);
    if (Object.keys(named).length > 0) history.replace(path + encodeSearch(rest), history.entry);
    return named;
  }

  /** Waits for a route's definition. The earlier screen's title shows until then. */
  private async waitForRoute(name: RouteName, visit: Visit): Promise<Route> {
    const timer = setTimeout(() => {
      if (this.current !== null && !this.isOver(visit))
        this.show({ ...this.current, screen: null });
    }, timeoutMs);
    try {
      return await waitForPageData(this.table.find(name));
    } finally {
      clearTimeout(timer);
    }
  }

  private placeOf(route: Route, visit: Visit, flags: Search): Place {
    const { history } = this.options;
    const { path, search } = this.parseAddress();
    const place = { ...visit, route, search, flags, path, data: history.entry.data, screen: null };
    const { list } = this.current ?? {};
    // The list that stood beside goes on.
    return list?.route === route ? { ...place, visit: list.visit, screen: list.screen } : place;
  }

  /** Reports a screen that couldn't be loaded, and returns the error screen as its target. */
  private failAt(name: RouteName | undefined, search: Search, error: unknown): Target {
    this.options.onError?.(error);
    const { backTo, transaction } = (name !== undefined && this.table.get(name)) || {};
    const hasName = typeof backTo === 'string' && backTo !== 'Previous';
    const backRoute = hasName ? backTo : this.rootOf(transaction);
    const wanted = { name: name ?? backRoute, search };
    if (name !== 'Error') this.failed = { to: wanted.name, search };
    return { to: 'Error', search: { backRoute }, data: writeErrorReport(error, wanted) };
  }

  private show(place: Place): void {
    const { current } = this;
    const { pane, transaction } = place.route;
    const list = current?.route.pane === 'list' ? current : current?.list;
    const isOfFlow = pane === 'beside' && current?.route.transaction === transaction;
    this.current = isOfFlow ? { list, ...place } : place;
    this.pending = null;
    for (const listener of [...this.listeners]) listener();
  }
}
