import { vi } from 'vitest';

type Outcome = 'loaded' | 'failed' | 'silent';

/**
 * Replaces the network for scripts that are added to the page. `arrive` defines what a loaded
 * script defines. Returns the requested addresses, in order.
 */
export function fakeScripts(
  outcomes: readonly Outcome[] | Outcome,
  arrive: () => void = () => {},
): string[] {
  const addresses: string[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement)) continue;
      addresses.push(node.src);
      const outcome = typeof outcomes === 'string' ? outcomes : outcomes[addresses.length - 1];
      if (outcome === 'loaded') arrive();
      queueMicrotask(() => {
        if (outcome === 'loaded') node.onload?.call(node, new Event('load'));
        if (outcome === 'failed') node.onerror?.call(node, new Event('error'));
      });
    }
  });
  return addresses;
}
