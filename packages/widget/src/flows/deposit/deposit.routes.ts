import type { Route } from '../../routing/route.ts';
import { requireSearch } from '../guards.ts';
import { regionRoute } from '../region/region-route.ts';
import { depositClaimRoute } from './claim/claim-route.ts';
import { backOfComplete } from './complete/complete-back.ts';
import { backToForm, depositRoute } from './deposit-route.ts';
import { groupListRoute } from './list/group-list-route.ts';

/** The deposit flow's screens behind the list (§2), except those of method kinds. */
export const depositRoutes: readonly Route[] = [
  regionRoute('Change deposit region', 'Deposit list', 'deposit'),
  groupListRoute('Group list'),
  depositRoute({
    name: 'Deposit bonus details',
    title: 'title.bonus',
    backTo: 'Previous',
    // The list links here too, before a method is chosen.
    guard: () => null,
    importScreen: async () =>
      (await import('./bonus-details/bonus-details.screen.tsx')).BonusDetailsScreen,
  }),
  depositRoute({
    name: 'Redirect deposit instruction',
    title: 'title.instruction',
    backTo: backToForm,
    importScreen: async () =>
      (await import('./instruction/instruction.screen.tsx')).InstructionScreen,
  }),
  depositRoute({
    name: 'Video instruction',
    title: 'title.videoGuide',
    // §2: back leads to the previous page, or to the form that the address names, also after a
    // reload.
    backTo: (search) => (search.to === undefined ? 'Previous' : backToForm(search)),
    importScreen: async () =>
      (await import('./video-instruction/video-instruction.screen.tsx')).VideoInstructionScreen,
  }),
  depositRoute({
    name: 'Complete deposit',
    backTo: backOfComplete,
    flags: ['status'],
    guard: requireSearch('Deposit list', 'depositId'),
    transition: 'rise',
    importScreen: async () => (await import('./complete/complete.screen.tsx')).CompleteScreen,
  }),
  depositClaimRoute,
];
