import type { NextStep } from '@kassa/contract';
import type { RouteName } from '../../routing/route-names.ts';

/** What a player goes on with elsewhere: all but more fields, which are the form's, and what nobody knows. */
type PageStep = Exclude<NextStep, { kind: 'fields' | 'unsupported' }>;

/** The screen that a created deposit goes on with (§4 "Deposit creation"). */
export function resolvePage(next: PageStep): RouteName {
  switch (next.kind) {
    case 'complete':
      return 'Complete deposit';
    case 'code':
      return codePages[next.page];
    case 'unifiedForm':
      return 'Redirect deposit unified form';
  }
}

/** The pages with a code, by what the server calls them (§4 "custom pageId"). */
export const codePages = {
  eazype: 'Redirect deposit Eazype',
  pix: 'Redirect deposit Pix',
} as const satisfies Record<Extract<NextStep, { kind: 'code' }>['page'], RouteName>;
