import type { FieldDefinition } from '@kassa/contract';
import { sayWords } from '../fields/shared/say-words.ts';
import { formatsOf } from '../i18n/formats.ts';
import { isMessageKey, type MessageKey, resolveName, type Text } from '../i18n/text.ts';
import type { FormSetup } from './form-context.ts';
import type { FieldView, FormAnalytics } from './form-controls.ts';
import type { FormField } from './form-fields.ts';
import { errorOf, type FormState, listAsked } from './form-state.ts';
import { type FormStore, fieldOf } from './form-store.ts';

interface ViewOptions extends FormSetup {
  store: FormStore;
  /** Unique on the page: the ids of the fields begin with it. */
  formId: string;
  text: Text;
  /** Called when a field was filled in. */
  onFilled: () => void;
}

/** Builds the views of the fields that the form asks for now. */
export function buildFieldViews(state: FormState, options: ViewOptions): FieldView[] {
  return listAsked(state).map((input) => buildFieldView(input, state, options));
}

function buildFieldView(
  input: FormField,
  state: FormState,
  { store, options, fields, formId, text, onFilled }: ViewOptions,
): FieldView {
  const { key, definition, asked } = input;
  const field = fieldOf(fields, input);
  const words = errorOf(state, key);
  const { locale, analytics, isDisabled = false } = options;
  const isLocked = state.byKey[key]?.isLocked === true;
  const label = describeLabel(definition, field.labelKey ?? input.labelKey, text, locale);
  return {
    key,
    id: `${formId}${key}`,
    definition,
    field,
    label,
    text: state.byKey[key]?.text ?? '',
    error: words === null ? null : sayWords(words, label, text, locale),
    isPending: state.byKey[key]?.validation.kind === 'pending',
    isDisabled: isDisabled || isLocked,
    isLocked,
    onChange: (next, origin) => {
      analytics?.touch(asked.name, touchEvents[origin]);
      store.change(key, next, origin);
      onFilled();
    },
    onFocus: () => store.dispatch({ kind: 'focused', key }),
    onBlur: () => {
      store.blur(key);
      onFilled();
    },
  };
}

/**
 * Returns a field's label in the player's language (§3), or its name where it has no label.
 * @param key - the label that takes the place of the definition's own
 */
export function describeLabel(
  { placeholder, placeholder_key: dataKey, name }: FieldDefinition,
  key: MessageKey | undefined,
  text: Text,
  locale: string,
): string {
  if (key !== undefined) return text(key);
  if (dataKey !== undefined && isMessageKey<'field.'>(text, dataKey)) return text(dataKey);
  return placeholder === undefined ? name : resolveName(placeholder, locale);
}

const touchEvents = {
  typed: 'input_field',
  chosen: 'select_field',
} as const satisfies Record<string, Parameters<FormAnalytics['touch']>[1]>;

/** Returns the text for a screen reader: a field's new error, or which fields have errors. */
export function describeAnnouncement(
  { announced, isUnfolded }: FormState,
  views: readonly FieldView[],
  text: Text,
  locale: string,
): string {
  if (announced === null) return '';
  if (announced.kind === 'count') {
    // Only visible fields count.
    const isShown = ({ definition }: FieldView) => isUnfolded || definition.isAdvanced !== true;
    const labels = views
      .filter((view) => view.error !== null && isShown(view))
      .map(({ label }) => label);
    const { ListFormat } = formatsOf(locale);
    const fields = new ListFormat(locale, { type: 'unit' }).format(labels);
    return labels.length === 0 ? '' : text('form.errors', { count: labels.length, fields });
  }
  const view = views.find(({ key }) => key === announced.key);
  // A framed field announces its error itself.
  if (view === undefined || view.error === null || view.field.isFramed === true) return '';
  return `${view.label}: ${view.error}`;
}
