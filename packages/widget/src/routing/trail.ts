import { parseAddress } from './address.ts';

/** A screen that was left: its address, and how far down the player was, in px. */
export interface LeftPlace {
  address: string;
  scrollTop: number;
}

/** The screens that lie behind the one shown, the nearest last. */
export class Trail {
  private readonly places: LeftPlace[] = [];

  /** A screen is left for another. */
  leave(place: LeftPlace): void {
    this.places.push(place);
  }

  /** The nearest screen; what lay before it stays. */
  takeNearest(): LeftPlace | undefined {
    return this.places.pop();
  }

  /** The nearest screen, where it is the one at this very address. */
  takeNearestAt(address: string): LeftPlace | undefined {
    return this.places[this.places.length - 1]?.address === address ? this.places.pop() : undefined;
  }

  /** The nearest screen that shows what an address asks for; what lay after it is over. */
  takeShowing(address: string): LeftPlace | undefined {
    const { path, search } = parseAddress(address);
    for (let at = this.places.length - 1; at >= 0; at -= 1) {
      const place = parseAddress(this.places[at]?.address ?? '');
      const isSame = Object.entries(search).every(([key, value]) => place.search[key] === value);
      if (place.path === path && isSame) return this.places.splice(at)[0];
    }
    return undefined;
  }
}
