import { boxesQuery } from '../../features/coin-package/boxes.query.ts';
import { chooseBox, findChosenBox } from '../../features/coin-package/kept-box.ts';
import type { LoadRequest, Route } from '../../routing/route.ts';
import { useSessionStore } from '../../session/session-store.ts';

/** The list of coin packages, which has the name of a deposit's first list. */
export const packageList = 'Deposit list';

/**
 * Makes a screen of the deposit flow one of paying for a coin package. Without a chosen package that
 * is still on offer it redirects to the choice (§5); an existing deposit goes on without one. Back
 * leads to the methods where a deposit's leads to its first list.
 */
export function packageRoute(route: Route): Route {
  return {
    ...route,
    backTo: backToMethods(route),
    load: async (request) => {
      if ((await takeChosenBox(request)) || isCreated(request)) return route.load(request);
      request.session.bridge.send({
        messageType: 'Metric',
        payload: { name: 'error', value: 'No sweepstake box selected for sweepstake deposit' },
      });
      return { redirect: { to: packageList } };
    },
  };
}

function isCreated({ search: { depositId } }: LoadRequest): boolean {
  return depositId !== undefined || useSessionStore.getState().runningDeposit !== null;
}

/** Returns whether a package is chosen that is still on offer, and keeps the choice. */
async function takeChosenBox({ session, queryClient, search }: LoadRequest): Promise<boolean> {
  const chosen = findChosenBox(session, search.box);
  if (chosen === null) return false;
  const { boxes } = await queryClient.ensureQueryData(boxesQuery(session.transport));
  const isOffered = boxes.some(({ boxId }) => boxId === chosen);
  chooseBox(session, isOffered ? chosen : null);
  return isOffered;
}

function backToMethods({ backTo }: Route): Route['backTo'] {
  if (backTo === undefined || backTo === 'Previous') return backTo;
  return (search, roots) => {
    const target = typeof backTo === 'function' ? backTo(search, roots) : { to: backTo };
    if (target === 'Previous' || target.to !== packageList) return target;
    return { to: 'Sweepstake deposit methods', search: { box: search.box } };
  };
}
