/**
 * Components that are drawn again only when they differ.
 */
import { Component, type ComponentClass, type VNode } from 'preact';

/** Returns a component that is drawn again only if one of its properties is another value. */
export function steady<Props extends object>(draw: (props: Props) => VNode | null): ComponentClass<Props> {
  return class Steady extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !areSame(this.props, next);
    }
    override render(props: Props): VNode | null {
      return draw(props);
    }
  };
}

function areSame(one: object, other: object): boolean {
  const [values, others] = [one as Readonly<Record<string, unknown>>, other as Readonly<Record<string, unknown>>];
  const names = Object.keys(values);
  return names.length === Object.keys(others).length && names.every((name) => values[name] === others[name]);
}
