import { texts } from '../texts.ts';
import { createCashierSheet } from './cashier-sheet.ts';
import { element } from './element.ts';
import { site } from './site.ts';

/**
 * The panel's state. `refused`: the cashier loaded and reported why it can't start;
 * `invalidPlayer`: the address names an invalid player.
 */
export type PanelState =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'refused'; message: string }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'invalidPlayer'; player: string }
  | { kind: 'closed' };

/** The panel around the cashier's frame: its state in words, and the content without a frame. */
export interface CashierPanel {
  /** The element to mount the cashier into. */
  readonly frame: HTMLElement;
  readonly state: PanelState;
  show(state: PanelState): void;
  /**
   * Shows a phone around the frame, like an app, or a frame in the page with its content's height.
   */
  shape(shape: { isPhone: boolean; hasAutoHeight: boolean }): void;
  /** Moves the keyboard focus and the view to the panel. */
  focus(): void;
}

/** Connects the panel; "Open cashier", "Try again" and "Play as player-1" call `onOpen`. */
export function createCashierPanel(onOpen: () => void): CashierPanel {
  const panel = element('cashier', HTMLElement);
  const word = element('cashier-state', HTMLElement);
  const message = element('cashier-message', HTMLElement);
  const frame = element('cashier-frame', HTMLElement);
  const unreachable = element('cashier-unreachable', HTMLElement);
  const reason = element('cashier-reason', HTMLElement);
  const closed = element('cashier-closed', HTMLElement);
  const invalidPlayer = element('cashier-invalid-player', HTMLElement);
  const invalidPlayerReason = element('cashier-invalid-player-reason', HTMLElement);
  const open = element('cashier-open', HTMLButtonElement);
  const sheet = createCashierSheet(panel);
  let current: PanelState = { kind: 'loading' };

  open.addEventListener('click', onOpen);
  element('cashier-retry', HTMLButtonElement).addEventListener('click', onOpen);
  element('cashier-invalid-player-open', HTMLButtonElement).addEventListener('click', onOpen);

  return {
    frame,
    get state() {
      return current;
    },
    show(state) {
      current = state;
      panel.dataset.state = state.kind;
      if (state.kind === 'closed') sheet.open();
      else sheet.follow();
      word.textContent = site.cashier.state[state.kind];
      message.hidden = state.kind !== 'refused';
      message.textContent = state.kind === 'refused' ? state.message : '';
      frame.hidden = ['unreachable', 'closed', 'invalidPlayer'].includes(state.kind);
      unreachable.hidden = state.kind !== 'unreachable';
      reason.textContent = state.kind === 'unreachable' ? state.reason : '';
      closed.hidden = state.kind !== 'closed';
      invalidPlayer.hidden = state.kind !== 'invalidPlayer';
      invalidPlayerReason.textContent =
        state.kind === 'invalidPlayer' ? texts.cashier.invalidPlayer(state.player) : '';
    },
    shape({ isPhone, hasAutoHeight }) {
      panel.toggleAttribute('data-phone', isPhone);
      panel.toggleAttribute('data-auto-height', hasAutoHeight);
      sheet.follow();
      element('cashier-phone-note', HTMLElement).hidden = !isPhone;
    },
    focus() {
      sheet.open();
      panel.scrollIntoView({ block: 'start' });
      (current.kind === 'closed' ? open : panel).focus({ preventScroll: true });
    },
  };
}
