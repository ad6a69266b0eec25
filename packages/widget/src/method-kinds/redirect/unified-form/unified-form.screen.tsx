import { UnifiedFormScreen } from '../../../flows/deposit/created/invoice/unified-form.screen.tsx';

/** The unified form of a method whose kind has none of its own. */
export function RedirectUnifiedFormScreen() {
  return <UnifiedFormScreen page="Redirect deposit unified form" />;
}
