/** The part of Lit that the page uses, for the type checker only; browsers never load this file. */

export type TemplateResult = { readonly strings: TemplateStringsArray; readonly values: unknown[] };
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export const nothing: unique symbol;
export function render(value: unknown, container: HTMLElement): unknown;
export function live(value: unknown): unknown;
export function repeat<T>(
  items: Iterable<T>,
  key: (item: T, index: number) => unknown,
  template: (item: T, index: number) => unknown,
): unknown;

/** A part of an element that hears of its life. */
export interface ReactiveController {
  hostConnected?(): void;
  hostDisconnected?(): void;
  hostUpdated?(): void;
}

export class LitElement extends HTMLElement {
  static properties: Record<string, { attribute?: boolean | string; state?: boolean; type?: unknown }>;
  readonly updateComplete: Promise<boolean>;
  requestUpdate(): void;
  addController(controller: ReactiveController): void;
  connectedCallback(): void;
  disconnectedCallback(): void;
  protected createRenderRoot(): HTMLElement | ShadowRoot;
  protected render(): unknown;
  protected willUpdate(changed: Map<PropertyKey, unknown>): void;
  protected updated(changed: Map<PropertyKey, unknown>): void;
  protected firstUpdated(changed: Map<PropertyKey, unknown>): void;
}
