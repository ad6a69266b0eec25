import { parseAddress } from './address.ts';
import type { Search } from './route.ts';

/** A screen that was left: its address, and its scroll position in px. */
export interface LeftPlace {
  address: string;
  scrollTop: number;
}

/** The screens before the shown one, the latest last. */
export class Trail {
  private readonly places: LeftPlace[] = [];

  /** Adds a screen that is left for another. */
  leave(place: LeftPlace): void {
    this.places.push(place);
  }

  /** Takes the latest screen off the trail. */
  takeNearest(): LeftPlace | undefined {
    return this.places.pop();
  }

  /** Takes the latest screen off the trail, if it has exactly this address. */
  takeNearestAt(address: string): LeftPlace | undefined {
    return this.places[this.places.length - 1]?.address === address ? this.places.pop() : undefined;
  }

  /**
   * Takes the latest screen that shows this address's path and the query, and drops the ones after
   * it. A value that is undefined must be missing there.
   */
  takeShowing(address: string, search: Search = {}): LeftPlace | undefined {
    const { path } = parseAddress(address);
    for (let at = this.places.length - 1; at >= 0; at -= 1) {
      const place = parseAddress(this.places[at]?.address ?? '');
      const isSame = Object.entries(search).every(([key, value]) => place.search[key] === value);
      if (place.path === path && isSame) return this.places.splice(at)[0];
    }
    return undefined;
  }
}
